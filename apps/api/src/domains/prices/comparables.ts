import type { RequestOf, ResponseOf } from '@domesday/contract';
import type { Queryable } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { firstEnough, ignoreWiden, ladderOf } from '../../location/ladder.ts';
import { geographyOf, inWords, type Place, UPRN_SOURCES } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { foundBy, warnUnplaced } from '../../location/unplaced.ts';
import { bedroomsIn, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { carried, growthOf, warnEarlierSales } from '../../statistics/growth.ts';
import { bedroomsFromRooms } from '../properties/model.ts';
import { type Chosen, chosenOf, MOST_CANDIDATES, MOST_READ, warnIfCut } from './candidates.ts';
import {
  byText,
  type Candidate,
  comparableOf,
  distanceBetween,
  inOrder,
  type Ranked,
  rank,
  summaryOf,
  type Yardstick,
} from './model.ts';
import { isPacked, packedSales, salesAround } from './packed.ts';
import { mustHaveSalesInPart, tooFewSales } from './refuse.ts';
import { countSales, type FoundSale, findSales, saleFilter, salesOf } from './sales.query.ts';
import { warnOfScottishPart } from './scottish-part.ts';
import { unplacedIn } from './unplaced.ts';

type Request = RequestOf<'prices.comparables'>;
type Response = ResponseOf<'prices.comparables'>;

export const FEWEST = 3;
/** The longest period that the contract allows. */
export const LONGEST_MONTHS = 120;

export async function comparables(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const { db, today } = context;
  const place = await resolveLocation(context, query);
  await mustHaveSalesInPart(context, place);
  warnOfStudios(context, query.bedrooms_max);
  ignoreWiden(context, place);
  const widen = query.widen ?? true;
  const months = query.months ?? 24;
  const from = monthsBefore(today, months);
  if (place.easting === null) context.ignore('max_radius_m', 'the middle of the place is not known');
  const max_radius_m = place.easting === null ? undefined : query.max_radius_m;
  const steps = ladderOf(place, { widen, ...(max_radius_m ? { max_radius_m } : {}) });
  const known = query.property_type ? null : await mustBeSelective(context, steps[0]!, query, from);
  // A sale without a position may or may not lie within the distance.
  const isNear = (sale: Candidate) =>
    !max_radius_m || (distanceBetween(sale, place) ?? Number.POSITIVE_INFINITY) <= max_radius_m;
  const {
    area,
    first,
    result: found,
    enough,
  } = await firstEnough(
    steps,
    async (step): Promise<Chosen<Candidate | FoundSale>> =>
      chosenOf(step === steps[0] && known ? known : await candidatesOf(context, step, query, from), (sale) =>
        hasBedrooms(sale, query),
      ),
    ({ sales }) => sales.filter(isNear).length >= FEWEST,
  );
  const result = found.sales.filter(isNear);
  if (!enough) {
    const longer = months < LONGEST_MONTHS;
    throw await tooFewSales(context, place, result.length, FEWEST, { ...query, from, widen, longer });
  }
  const types = result.map((sale) => sale.property_type);
  const growth = carried(context, await growthOf(context, place, types), types, 'adjusted_price');
  warnEarlierSales(context, growth, result, 'adjusted_price');
  const yardstick: Yardstick = {
    easting: place.easting,
    northing: place.northing,
    property_type: query.property_type ?? null,
    tenure: query.tenure ?? null,
    floor_area_sqm: null,
    construction_age: null,
    half_distance_m: 1000,
  };
  const all = inOrder(
    result.map((sale) => rank(sale, yardstick, today)),
    query.sort ?? 'similarity',
  );
  warnIfCut(context, found);
  const chosen = await withAllColumns(db, all.slice(0, query.limit ?? 25));
  const items = chosen.map((item) => comparableOf(item, growth, today));
  await warnOfScottishPart(context, area, 'summary');
  const far_or_near = max_radius_m ? found.sales.filter((sale) => sale.easting === null).length : 0;
  const unplaced = far_or_near + (await unplacedIn(context, area, saleFilter(query, { from, to: today })));
  warnUnplaced(context, unplaced - far_or_near, 'sales', 'summary', foundBy(area));
  warnUnplaced(context, far_or_near, 'sales', 'summary');
  return {
    subject: null,
    comparables: items,
    count: items.length,
    summary: summaryOf(
      context,
      all.map((item) => item.sale),
      growth,
    ),
    subject_percentile: null,
    meta: context.meta({
      datasets: [
        'price-paid',
        'hmlr-uprn-lookup',
        'uk-hpi',
        'epc-domestic',
        ...UPRN_SOURCES,
        'code-point-open',
        'onspd',
      ],
      period: { from, to: today },
      sample_size: all.length,
      minimum_sample: FEWEST,
      basis: 'achieved',
      geography: geographyOf(place, area, first),
      unplaced,
    }),
  };
}

/** Whether the modelled bedrooms of a sale lie in the range; false if its certificate gives no rooms. */
export function hasBedrooms(
  sale: Pick<FoundSale, 'habitable_rooms'>,
  query: { bedrooms_min?: number | undefined; bedrooms_max?: number | undefined },
): boolean {
  if (query.bedrooms_min === undefined && query.bedrooms_max === undefined) return true;
  if (sale.habitable_rooms === null) return false;
  const bedrooms = bedroomsFromRooms(sale.habitable_rooms);
  const { bedrooms_min, bedrooms_max } = query;
  return (
    bedrooms >= (bedrooms_min ?? 0) &&
    (bedrooms_max === undefined || bedrooms <= Math.max(bedrooms_max, ONE_BEDROOM))
  );
}

/** Certificates do not distinguish studios, so one bedroom stands for them. */
const ONE_BEDROOM = bedroomsIn('epc-domestic', 0);

/** Warns if the range ends with studios. */
export function warnOfStudios(context: Context, bedrooms_max: number | undefined): void {
  if (bedrooms_max === 0) warnOtherBedrooms(context, 'epc-domestic', bedrooms_max, 'comparables');
}

type Query = Request['query'];

/**
 * Candidate sales of an area, from the packed sales if they were built, else from the table. Newest first if there are
 * too many.
 */
async function candidatesOf(
  context: Context,
  area: Place,
  query: Query,
  from: string,
): Promise<(Candidate | FoundSale)[]> {
  const { db, today } = context;
  if (area.level !== 'radius' || !isPacked(context, area))
    return findSales.rows(db, area, { ...saleFilter(query, { from, to: today }), most: MOST_READ });
  const sales = await salesAround(context, area, query, { from, to: today });
  if (sales.length > MOST_CANDIDATES)
    sales.sort((a, b) => byText(b.date, a.date) || byText(a.transaction_id, b.transaction_id));
  return sales;
}

/** The same sales, with every column that an answer shows. */
async function withAllColumns(
  db: Queryable,
  chosen: Ranked<Candidate | FoundSale>[],
): Promise<Ranked<FoundSale>[]> {
  const lacking = chosen.flatMap(({ sale }) => ('category' in sale ? [] : [sale.transaction_id]));
  const found = new Map(
    (await salesOf.rows(db, { transactions: lacking })).map((sale) => [sale.transaction_id, sale]),
  );
  return chosen.flatMap((item) => {
    const sale = 'category' in item.sale ? item.sale : found.get(item.sale.transaction_id);
    return sale ? [{ ...item, sale }] : [];
  });
}

/**
 * Refuses a place with too many sales. Returns the candidates of its first step if counting had to read them; else
 * null.
 */
async function mustBeSelective(
  context: Context,
  step: Place,
  query: Query,
  from: string,
): Promise<Candidate[] | null> {
  const { db, today } = context;
  const around =
    step.level === 'radius' && isPacked(context, step)
      ? await salesAround(context, step, query, { from, to: today })
      : null;
  const n = around
    ? around.length
    : isPacked(context, step)
      ? (await packedSales(context, step, query, { from, to: today })).sales.days.length
      : (await countSales.one(db, step, saleFilter(query, { from, to: today }))).n;
  if (n <= MOST_CANDIDATES) return around;
  throw unprocessable(
    'query_too_broad',
    `${count(n)} sales lie in ${inWords(step)}. Name a property_type, a shorter period or a smaller area.`,
    [{ field: 'property_type', issue: `is needed for more than ${count(MOST_CANDIDATES)} sales` }],
  );
}
