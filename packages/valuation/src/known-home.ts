import { knownWords, type PlaceWords, wordingOf } from './address-words.ts';
import { locationFrom, type PlaceEffect } from './place-effects.ts';
import { FITTED_TYPES, type FittedType, type Place } from './places.ts';
import { areaOfRooms, roomsOfBedrooms, USUAL_ROOM_SIZES } from './room-sizes.ts';
import { plausibleFloorArea } from './sqft-estimate.ts';
import { type TypeBelief, typeBelief, USUAL_WORDS } from './type-belief.ts';
import type {
  FittedSettings,
  GridPosition,
  GrowthIndex,
  Nearby,
  PastSale,
  PricePerArea,
  PropertyType,
  SaleEvidence,
  Tenure,
  UnusableReason,
} from './types.ts';
import { salesOfHome, unusableReason } from './usable-sales.ts';

/** The floor area, in square metres, at which prices per square metre are compared. */
export const REFERENCE_AREA_SQM = 90;

/** A sale of the home itself, with the address words that give its place. */
export type HomeSale = PastSale & PlaceWords & { tenure: Tenure | null };

/** Facts that the caller gives, which replace the recorded ones; null for a fact that is not given. */
export interface GivenFacts {
  property_type: PropertyType | null;
  floor_area_sqm: number | null;
  bedrooms: number | null;
  tenure: Tenure | null;
  new_build: boolean | null;
}

export const NOTHING_GIVEN: GivenFacts = {
  property_type: null,
  floor_area_sqm: null,
  bedrooms: null,
  tenure: null,
  new_build: null,
};

/** What is known of a home on a day. Requests and back-tests use the same code from here on. */
export interface KnownHome {
  postcode: string;
  address: string;
  position: GridPosition | null;
  /** Sales up to that day, oldest first. Odd sales are left out of the evidence later. */
  sales: readonly HomeSale[];
  /** The newest certificate lodged by that day. */
  certificate: {
    property_type: PropertyType | null;
    floor_area_sqm: number | null;
    /** The floor area by another certificate of the same day. If the two are far apart, one is wrong. */
    other_area_sqm?: number | null;
    habitable_rooms: number | null;
    construction_age: string | null;
  } | null;
  given: GivenFacts;
}

/** The values of a build that all homes of an area share. */
export interface BuiltArea {
  /** Deflated log price of a typical sale; null if no place is known. */
  intercept: number | null;
  area_intercept: number | null;
  elasticities: readonly number[] | null;
  settings: FittedSettings;
  indices: readonly (GrowthIndex & { property_type: string })[];
}

/** The evidence for a home under the assumption of one of its possible types. */
export interface TypeCase {
  property_type: FittedType;
  probability: number;
  evidence: SaleEvidence;
}

/** Where a fact of the home comes from. */
export type FactSource = 'given' | 'sale' | 'certificate' | 'inferred' | 'assumed';

/** Facts of the home by its usable registered sales and its certificate, regardless of what the caller gives. */
export interface RecordedFacts {
  sold: boolean;
  /** The types by the last sale and by the certificate, in this order. */
  property_types: PropertyType[];
  tenure: Tenure | null;
  floor_area_sqm: number | null;
  habitable_rooms: number | null;
  construction_age: string | null;
}

/** The evidence for each possible type of a home, and the source of each fact; null for an unknown fact. */
export interface HomeCases {
  belief: TypeBelief;
  recorded: RecordedFacts;
  tenure_source: FactSource;
  floor_area_source: FactSource | null;
  cases: TypeCase[];
}

/**
 * The evidence for each possible type of a home. `effects` are those of its postcode, or else of its sector.
 * `candidates` returns the sales nearby of a type, and is called only when they are needed.
 */
export function casesOf(
  home: KnownHome,
  area: BuiltArea,
  effects: readonly PlaceEffect[],
  as_of: string,
  candidates: (type: FittedType) => Nearby,
): HomeCases {
  const together: readonly (string | undefined)[] = area.settings.sold_together ?? [];
  const unusableReasonOf = (sale: HomeSale): UnusableReason | null =>
    unusableReason(sale) ?? (together.includes(sale.transaction_id) ? 'sold_together' : null);
  const usable = home.sales.filter((sale) => unusableReasonOf(sale) === null);
  const sales = salesOfHome(usable);
  const odd_sales = [...new Set(home.sales.flatMap((sale) => unusableReasonOf(sale) ?? []))];
  const last = sales.at(-1);
  const words: PlaceWords = last ?? knownWords(home.address, effects);
  const { postcode, given, certificate } = home;
  const belief = typeBelief({
    given: given.property_type,
    sold_as: soldAs(sales),
    certificate: certificate?.property_type ?? null,
    wording: wordingOf(home.address),
    place: { postcode, ...words },
    effects,
    words: area.settings.type_words ?? USUAL_WORDS,
  });
  const recorded = recordedFacts(sales, certificate);
  const measured = [given.floor_area_sqm, recorded.floor_area_sqm].find(plausibleFloorArea) ?? null;
  const rooms = given.bedrooms === null ? certificate?.habitable_rooms : roomsOfBedrooms(given.bedrooms);
  const cases = belief.types.map(({ property_type, probability }) => {
    const sold = soldTenure(property_type, postcode, effects);
    const tenure = given.tenure ?? last?.tenure ?? sold ?? usualTenure(property_type);
    const place: Place = { ...words, postcode, property_type, tenure };
    const evidence: SaleEvidence = {
      as_of,
      subject: {
        property_type,
        tenure,
        // A home that was sold before is not new.
        new_build: given.new_build === true && !recorded.sold,
        postcode,
        street: words.street || null,
        position: home.position,
        floor_area_sqm:
          measured ??
          (rooms ? areaOfRooms(rooms, property_type, area.settings.room_sizes ?? USUAL_ROOM_SIZES) : null),
        floor_area_inferred: measured === null,
        floor_area_given: measured !== null && measured !== recorded.floor_area_sqm,
        floor_area_other_sqm: given.floor_area_sqm === null ? (certificate?.other_area_sqm ?? null) : null,
        construction_age: certificate?.construction_age ?? null,
      },
      past_sales: sales,
      odd_sales,
      index: area.indices.find((one) => one.property_type === property_type) ?? null,
      location: area.intercept === null ? null : locationFrom(effects, place, area.intercept, 'price'),
      price_per_area: pricePerAreaFrom(area, effects, place),
      get candidates() {
        return candidates(property_type);
      },
      settings: area.settings,
    };
    return { property_type, probability, evidence };
  });
  const sold = soldTenure(belief.types[0]!.property_type, postcode, effects);
  return {
    belief,
    recorded,
    tenure_source: given.tenure ? 'given' : last?.tenure ? 'sale' : sold ? 'inferred' : 'assumed',
    floor_area_source:
      measured === null
        ? rooms
          ? 'inferred'
          : null
        : measured === given.floor_area_sqm
          ? 'given'
          : 'certificate',
    cases,
  };
}

function recordedFacts(sales: readonly HomeSale[], certificate: KnownHome['certificate']): RecordedFacts {
  const types = [soldAs(sales), certificate?.property_type ?? null];
  const area = certificate?.floor_area_sqm ?? null;
  return {
    sold: sales.length > 0,
    property_types: types.flatMap((type) => (type === null || type === 'other' ? [] : type)),
    tenure: sales.at(-1)?.tenure ?? null,
    floor_area_sqm: plausibleFloorArea(area) ? area : null,
    habitable_rooms: certificate?.habitable_rooms ?? null,
    construction_age: certificate?.construction_age ?? null,
  };
}

/** Whether a sale or the certificate gives the type, so that it need not be inferred. */
export function typeIsRecorded({ sales, certificate }: Pick<KnownHome, 'sales' | 'certificate'>): boolean {
  const certified = certificate?.property_type ?? null;
  return soldAs(sales) !== null || (certified !== null && certified !== 'other');
}

/** Whether the type is only inferred or assumed. */
export function uncertain({ belief }: HomeCases): boolean {
  return belief.source === 'inferred' || belief.source === 'assumed';
}

/** The type of the newest usable sale; null without sales. */
function soldAs(sales: readonly HomeSale[]): PropertyType | null {
  return sales.at(-1)?.property_type ?? null;
}

/** The build's price per square metre for a place, which includes type and tenure; null without one. */
export function pricePerAreaFrom(
  area: Pick<BuiltArea, 'area_intercept' | 'elasticities'>,
  effects: readonly PlaceEffect[],
  place: Place,
): PricePerArea | null {
  if (area.area_intercept === null || area.elasticities === null) return null;
  const sized = locationFrom(effects, place, area.area_intercept, 'price_per_sqm');
  return {
    log_price_per_sqm: sized.log_price - Math.log(REFERENCE_AREA_SQM),
    reference_area_sqm: REFERENCE_AREA_SQM,
    elasticity: area.elasticities[(FITTED_TYPES as readonly string[]).indexOf(place.property_type)]!,
    n: sized.n,
    geography: sized.geography,
  };
}

const TENURES = ['Freehold', 'Leasehold'] as const;

/** The tenure of most sales of a type in the sector; null if both tenures have equally many. */
function soldTenure(type: FittedType, postcode: string, effects: readonly PlaceEffect[]): Tenure | null {
  const cell = `${postcode.slice(0, -2)}|${FITTED_TYPES.indexOf(type)}`;
  const [freehold, leasehold] = TENURES.map(
    (_, tenure) => effects.find(([family, key]) => family === 0 && key === `${cell}|${tenure}`)?.[3] ?? 0,
  );
  if (freehold === leasehold) return null;
  return freehold! > leasehold! ? 'Freehold' : 'Leasehold';
}

/** The tenure of most homes of a type. */
export function usualTenure(type: PropertyType): Tenure {
  return type === 'flat' ? 'Leasehold' : 'Freehold';
}
