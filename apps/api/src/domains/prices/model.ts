import type { Schema } from '@domesday/contract';
import { toDegrees } from '@domesday/geography/grid';
import { plausibleFloorArea } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { type Growth, growthFactor } from '../../statistics/growth.ts';
import { quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import { explainThin } from '../../statistics/thin.ts';
import { SQFT_PER_SQM } from '../properties/model.ts';
import type { FoundSale, PricedSale } from './sales.query.ts';

type Comparable = Schema<'Comparable'>;
type Parts = Schema<'SimilarityParts'>;

/** What sales are compared with: a property, or the centre of an area with the requested attributes. */
export interface Yardstick {
  easting: number | null;
  northing: number | null;
  property_type: string | null;
  tenure: string | null;
  floor_area_sqm: number | null;
  construction_age: string | null;
  /** Distance in metres at which the similarity falls to one half. */
  half_distance_m: number;
}

export function pricePerSqft(sale: Pick<PricedSale, 'price' | 'floor_area_sqm'>): number | null {
  const area = sale.floor_area_sqm;
  if (area === null || !plausibleFloorArea(area)) return null;
  return sale.price / (area * SQFT_PER_SQM);
}

export function changePct(now: number | null, before: number | null): number | null {
  return now === null || !before ? null : twoDecimals((now / before - 1) * 100);
}

/** The attributes by which a sale is compared. */
export type Candidate = Pick<
  FoundSale,
  | 'transaction_id'
  | 'date'
  | 'price'
  | 'property_type'
  | 'tenure'
  | 'floor_area_sqm'
  | 'easting'
  | 'northing'
  | 'habitable_rooms'
  | 'construction_age'
>;

/** A sale with its similarity. */
export interface Ranked<Sale extends Candidate = Candidate> {
  sale: Sale;
  distance_m: number | null;
  similarity: number;
  parts: Parts;
}

export function rank<Sale extends Candidate>(sale: Sale, yardstick: Yardstick, today: string): Ranked<Sale> {
  const distance_m = distanceBetween(sale, yardstick);
  const parts = similarityParts(sale, yardstick, distance_m, today);
  const similarity = twoDecimals(meanPart(parts, yardstick));
  return { sale, distance_m, similarity, parts };
}

/**
 * What an unknown part counts, so that a sale of which less is known does not seem more alike: neither alike nor
 * unlike, and a sale without a position as far away as can be.
 */
const UNKNOWN_PART = 0.5;
const UNKNOWN_DISTANCE = 0;

/** The mean of the parts by which the yardstick can be compared. */
function meanPart(parts: Parts, yardstick: Yardstick): number {
  let compared = 0;
  let sum = 0;
  for (const name in parts) {
    if (!isKnown(yardstick, name as keyof Parts)) continue;
    compared += 1;
    sum += parts[name as keyof Parts] ?? (name === 'distance' ? UNKNOWN_DISTANCE : UNKNOWN_PART);
  }
  return sum / compared;
}

function isKnown(yardstick: Yardstick, part: keyof Parts): boolean {
  if (part === 'recency') return true;
  if (part === 'distance') return yardstick.easting !== null && yardstick.northing !== null;
  return part === 'floor_area' ? Boolean(yardstick.floor_area_sqm) : yardstick[part] !== null;
}

/** The identifier of a sale as the price-paid file writes it. The column holds it in lower case, without braces. */
export function publishedId(transaction_id: string): string {
  return `{${transaction_id.toUpperCase()}}`;
}

/** A sale in the form of an answer. */
export function comparableOf(
  { sale, distance_m, similarity, parts }: Ranked<FoundSale>,
  growth: Growth,
  today: string,
): Comparable {
  const per_sqft = pricePerSqft(sale);
  const at = sale.easting !== null && sale.northing !== null ? toDegrees(sale.easting, sale.northing) : null;
  return {
    transaction_id: publishedId(sale.transaction_id),
    uprn: sale.uprn === null ? null : String(sale.uprn),
    address: addressOf(sale),
    postcode: sale.postcode,
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
    distance_m: distance_m === null ? null : shownDistance(distance_m, sale.by_postcode),
    position: positionOf(at !== null, sale.by_postcode),
    date: sale.date,
    price: sale.price,
    adjusted_price: adjustedPrice(sale, growth, today),
    price_per_sqft: per_sqft && twoDecimals(per_sqft),
    price_per_sqm: per_sqft && twoDecimals(per_sqft * SQFT_PER_SQM),
    floor_area_sqm: sale.floor_area_sqm,
    floor_area_source: sale.floor_area_sqm === null ? null : 'epc-domestic',
    property_type: sale.property_type,
    build_form: sale.build_form,
    habitable_rooms: sale.habitable_rooms,
    tenure: sale.tenure,
    new_build: sale.new_build,
    category: sale.category,
    epc_rating: sale.current_rating,
    similarity,
    similarity_parts: parts,
  };
}

/**
 * The parts of the similarity. Each falls to one half at a difference of its own: `half_distance_m`, two years, a
 * quarter of the floor area.
 */
function similarityParts(
  sale: Candidate,
  yardstick: Yardstick,
  distance_m: number | null,
  today: string,
): Parts {
  const years = (Date.parse(today) - Date.parse(sale.date)) / (365.25 * 86_400_000);
  const areas =
    sale.floor_area_sqm && yardstick.floor_area_sqm
      ? Math.abs(Math.log(sale.floor_area_sqm / yardstick.floor_area_sqm))
      : null;
  const same = (a: string | null, b: string | null) => (a === null || b === null ? null : Number(a === b));
  return {
    distance: distance_m === null ? null : half(distance_m / yardstick.half_distance_m),
    recency: half(years / 2),
    property_type: same(sale.property_type, yardstick.property_type),
    tenure: same(sale.tenure, yardstick.tenure),
    floor_area: areas === null ? null : half(areas / Math.log(1.25)),
    construction_age: same(sale.construction_age, yardstick.construction_age),
  };
}

function half(units: number): number {
  return twoDecimals(0.5 ** Math.max(0, units));
}

export function distanceBetween(
  sale: Candidate,
  yardstick: Pick<Yardstick, 'easting' | 'northing'>,
): number | null {
  if (
    sale.easting === null ||
    sale.northing === null ||
    yardstick.easting === null ||
    yardstick.northing === null
  )
    return null;
  return Math.round(Math.hypot(sale.easting - yardstick.easting, sale.northing - yardstick.northing));
}

/** The address of a sale in one line, the same in every operation. */
export function addressOf(
  sale: Pick<FoundSale, 'saon' | 'paon' | 'street' | 'locality' | 'town' | 'postcode'>,
): string {
  const premises = [sale.saon, sale.paon].filter(Boolean).join(', ');
  const street = [premises, sale.street]
    .filter(Boolean)
    .join(/^\d+[A-Z]?(?: ?- ?\d+[A-Z]?)?$/.test(sale.paon ?? '') ? ' ' : ', ');
  return [street, sale.locality, sale.town, sale.postcode]
    .filter((part, i, all) => part && all.indexOf(part) === i)
    .join(', ');
}

/** Sorts the sales as requested, in place. Ties are ordered by transaction, so that the order is total. */
export function inOrder<Sale extends Candidate>(
  items: Ranked<Sale>[],
  sort: 'similarity' | 'distance' | 'date',
): Ranked<Sale>[] {
  const far = Number.POSITIVE_INFINITY;
  const by = {
    similarity: (a: Ranked, b: Ranked) => b.similarity - a.similarity,
    distance: (a: Ranked, b: Ranked) => (a.distance_m ?? far) - (b.distance_m ?? far) || 0,
    date: (a: Ranked, b: Ranked) => byText(b.sale.date, a.sale.date),
  }[sort];
  return items.sort((a, b) => by(a, b) || byText(a.sale.transaction_id, b.sale.transaction_id));
}

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The price of a sale carried to a day by the index of its type, in whole pounds; null if no index covers both days.
 */
export function adjustedPrice(sale: Candidate, growth: Growth, today: string): number | null {
  const index = growth.index(sale.property_type);
  const factor = index && growthFactor(index, sale.date, today);
  return factor && Math.round(sale.price * factor);
}

/** Figures of all matching sales, however many are shown. Warns which are null for lack of sales. */
export function summaryOf(
  context: Context,
  sales: readonly Candidate[],
  growth: Growth,
): Schema<'ComparablesSummary'> {
  const summary = {
    price: quantilesOf(sales.map((sale) => sale.price)),
    adjusted_price: quantilesOf(sales.flatMap((sale) => adjustedPrice(sale, growth, context.today) ?? [])),
    price_per_sqft: quantilesOf(sales.flatMap((sale) => pricePerSqft(sale) ?? [])),
  };
  explainThin(context, summary.price, 'summary.price', 'sales');
  explainThin(
    context,
    summary.adjusted_price,
    'summary.adjusted_price',
    'sales that an index carries to today',
  );
  explainThin(context, summary.price_per_sqft, 'summary.price_per_sqft', 'sales of known floor area');
  return summary;
}
