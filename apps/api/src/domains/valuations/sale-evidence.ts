import { readAreaSales, readPublishedIndex } from '@domesday/builds/valuations/read-area';
import {
  addMonths,
  DEFAULT_SETTINGS,
  estimateSale,
  type FittedSettings,
  type GrowthIndex,
  type LocationBaseline,
  locationFrom,
  type Place,
  type PlaceEffect,
  type PricePerArea,
  type PropertyType,
  type SaleEstimate,
  type SaleEvidence,
} from '@domesday/valuation';
import {
  cleanSales,
  FITTED_TYPES,
  fitAreaModel,
  locationAt,
  PARAMETERS,
  pricePerAreaAt,
  settingsFromPast,
} from '@domesday/valuation/fit';
import type { Context } from '../../http/handler.ts';
import type { AreaHead } from '../../statistics/built-area.query.ts';
import { builtPricePerArea, keptHead, usualTenure } from '../../statistics/built-area.ts';
import { publishedGrowth } from '../../statistics/growth.ts';
import { builtComparables, type HomeRow, nearbySales, postcodesOfArea } from './sale.query.ts';

const CANDIDATE_MONTHS = 60;
const CANDIDATES = 150;
const FAR_FUTURE = '9999';

/** What an area contributes to an estimate: from the last build, or fitted to an earlier day. */
interface Shared {
  version: string;
  index: GrowthIndex | null;
  location: LocationBaseline | null;
  price_per_area: PricePerArea | null;
  settings: FittedSettings;
  /** Whether it is the last build, so that the build's comparables are of the same day. */
  built: boolean;
}

/**
 * The evidence for a home on a day, and the estimate from it. Sales nearby are read only if the home has no sale of
 * its own, or on request.
 */
export async function readSaleEvidence(
  context: Context,
  home: HomeRow,
  as_of: string,
  withComparables: boolean,
): Promise<{ evidence: SaleEvidence; estimate: SaleEstimate | null; version: string }> {
  const { db } = context;
  const place = placeOf(home);
  const shared = await sharedBy(context, home, place, as_of);
  const evidence: SaleEvidence = {
    as_of,
    subject: {
      property_type: place.property_type,
      tenure: place.tenure,
      new_build: false,
      postcode: home.postcode,
      street: place.street || null,
      position:
        home.easting !== null && home.northing !== null
          ? { easting: home.easting, northing: home.northing }
          : null,
      floor_area_sqm: home.certificate?.floor_area_sqm ?? null,
      construction_age: home.certificate?.construction_age ?? null,
    },
    past_sales: home.sales,
    index: shared.index,
    location: shared.location,
    price_per_area: shared.price_per_area,
    candidates: [],
    settings: shared.settings,
  };
  const { version } = shared;
  const estimate = estimateSale(evidence, 'last_sold_growth') ?? estimateSale(evidence, 'sqft_estimate');
  if (estimate && !withComparables) return { evidence, estimate, version };
  if (!evidence.subject.position) return { evidence, estimate: estimate ?? estimateSale(evidence), version };
  const from = { uprn: home.uprn, ...evidence.subject.position };
  const candidates = shared.built
    ? await builtComparables(db, from, place.property_type as FittedType, CANDIDATES)
    : await nearbySales(
        db,
        from,
        place.property_type,
        addMonths(as_of, -CANDIDATE_MONTHS),
        as_of,
        CANDIDATES,
      );
  const whole = { ...evidence, candidates };
  return { evidence: whole, estimate: estimate ?? estimateSale(whole), version };
}

/**
 * Type, tenure and address words: those of the home's last sale, else of the certificate and of a neighbour.
 */
function placeOf(home: HomeRow): Place {
  const last = home.sales.at(-1);
  const recorded = home.certificate?.property_type ?? null;
  const property_type = fittedType(last && last.property_type !== 'other' ? last.property_type : recorded);
  const { neighbour } = home;
  const alike = neighbour && (neighbour.property_type === 'flat') === (property_type === 'flat');
  return {
    property_type,
    tenure: last?.tenure ?? (alike ? neighbour.tenure : null),
    postcode: home.postcode,
    street: last?.street ?? home.neighbour?.street ?? '',
    locality: last?.locality ?? home.neighbour?.locality ?? '',
    town: last?.town ?? home.neighbour?.town ?? '',
    saon: last?.saon ?? '',
    paon: last?.paon ?? '',
  };
}

type FittedType = (typeof FITTED_TYPES)[number];

/** The price-paid data have no bungalows: most are detached. */
function fittedType(type: PropertyType | null): PropertyType {
  return type === null || type === 'bungalow' ? 'detached' : type;
}

async function sharedBy(context: Context, home: HomeRow, place: Place, as_of: string): Promise<Shared> {
  const { db } = context;
  const area = home.postcode.slice(0, home.postcode.indexOf(' '));
  if (home.build_id === null) return unbuilt(context, area, place);
  if (dayAfter(as_of) < (home.known_before ?? FAR_FUTURE)) return earlier(context, area, place, as_of);
  const head = await keptHead(db, area, home.build_id);
  return head ? fromBuild(place, home.effects ?? [], head) : unbuilt(context, area, place);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

function fromBuild(place: Place, effects: readonly PlaceEffect[], head: AreaHead): Shared {
  const index = head.indices.find((one) => one.property_type === place.property_type) ?? null;
  const stood = place.tenure === null ? { ...place, tenure: usualTenure(place.property_type) } : place;
  return {
    version: `build ${head.build_id}`,
    index: index && { ...index, id: `${index.id}@${head.build_id}` },
    location: locationFrom(effects, stood, head.intercept, 'price'),
    price_per_area: builtPricePerArea(head, effects, stood),
    settings: head.settings,
    built: true,
  };
}

/** For a day before the build: fitted to what was known on that day, without what the build learned later. */
async function earlier({ db }: Context, area: string, place: Place, as_of: string): Promise<Shared> {
  const postcodes = (await postcodesOfArea.rows(db, { area })).map((row) => row.postcode);
  const table = cleanSales(await readAreaSales(db, postcodes));
  const model = fitAreaModel(table, area, as_of, await readPublishedIndex(db, area), PARAMETERS);
  const type = (FITTED_TYPES as readonly string[]).indexOf(place.property_type);
  if (model.known === 0 || type < 0) return nothingKnown(null, 'not built');
  return {
    version: `fitted to sales before ${model.known_before}`,
    index: model.indices[type]!,
    location: locationAt(model.location, place),
    price_per_area: model.price_per_area && pricePerAreaAt(model.price_per_area, type, place),
    settings: settingsFromPast(model, []),
    built: false,
  };
}

/** Without a build the published index still carries a last sale forward. */
async function unbuilt(context: Context, area: string, { property_type }: Place): Promise<Shared> {
  const index = await publishedGrowth(
    context,
    { outcode: area, local_authority_code: null },
    property_type === 'other' ? null : property_type,
  );
  return nothingKnown(index, 'not built');
}

function nothingKnown(index: GrowthIndex | null, version: string): Shared {
  return {
    version,
    index,
    location: null,
    price_per_area: null,
    settings: DEFAULT_SETTINGS,
    built: false,
  };
}
