import { addMonths, monthName, monthNumber, monthTime } from '../dates.ts';
import { FITTED_TYPES } from '../places.ts';
import { rowsBefore, type SalesTable } from '../sales-table.ts';
import { finished, type Steps } from '../steps.ts';
import type { GrowthIndex, RoomSizes, TypeWords } from '../types.ts';
import { type Backbone, backboneLevel, fitBackbone, flatBackbone, type IndexRow } from './backbone.ts';
import { deviationAt, fitGrowthDeviations, type GrowthDeviations } from './growth-deviations.ts';
import { fitLocationEffects, type LocationEffects, levelOfRow } from './location-effects.ts';
import { fitOffsets, type Offsets } from './offsets.ts';
import type { Parameters } from './parameters.ts';
import { fitPricePerArea, type PricePerAreaModel } from './price-per-area.ts';
import { type RepeatPairs, repeatPairs } from './repeat-pairs.ts';
import { fitRoomSizes } from './room-sizes.ts';
import { fitTypeWords } from './type-words.ts';

/** Sales are registered and published about two months after completion. */
export const EMBARGO_MONTHS = 2;

/** A published index: UK HPI rows of one area, as published. */
export interface PublishedIndex {
  id: string;
  area: string;
  rows: readonly IndexRow[];
}

/** The model of one area, fitted to what was known on one day. */
export interface AreaModel {
  as_of: string;
  /** The first day whose sales the model has not seen. */
  known_before: string;
  /** The number of rows of the table that the model has seen, from the first. */
  known: number;
  backbone: Backbone;
  deviations: GrowthDeviations;
  location: LocationEffects;
  price_per_area: PricePerAreaModel | null;
  offsets: Offsets;
  type_words: TypeWords;
  room_sizes: RoomSizes;
  /** One growth index for each fitted type; empty without a published index and enough repeat sales. */
  indices: readonly GrowthIndex[];
}

/**
 * Least number of repeat sales for an index without a published one. Fewer would give an index shrunk towards no
 * growth.
 */
const FEWEST_PAIRS_ALONE = 100;

/**
 * Fits an area to the sales before `known_before` and to the index months published by then; both default to two
 * months before `as_of`. Later rows of the table are not read.
 */
export function fitAreaModel(
  table: SalesTable,
  area: string,
  as_of: string,
  published: PublishedIndex | null,
  parameters: Parameters,
  known_before: string = addMonths(as_of, -EMBARGO_MONTHS),
): AreaModel {
  return finished(areaModelSteps(table, area, as_of, published, parameters, known_before));
}

/**
 * `fitAreaModel` in steps of some ten milliseconds for a large outcode. Steps of several fits may be interleaved, since
 * they share no state.
 */
export function* areaModelSteps(
  table: SalesTable,
  area: string,
  as_of: string,
  published: PublishedIndex | null,
  parameters: Parameters,
  known_before: string = addMonths(as_of, -EMBARGO_MONTHS),
): Steps<AreaModel> {
  const known = rowsBefore(table, known_before);
  const until = monthTime(known_before);
  const lastMonth = monthNumber(known_before) - 1;
  const start = known > 0 ? Math.min(monthNumber(table.rows[0]!.date), lastMonth) : lastMonth;
  const newest = newestMonth(table, known) ?? lastMonth;
  const found = published && fitBackbone(published.id, published.area, published.rows, lastMonth);
  // An index that begins after the newest sale applies to no price.
  const outside = found && found.first_month <= newest ? found : null;
  const backbone = outside ?? flatBackbone(start, Math.min(lastMonth, newest));
  const all = repeatPairs(table, known);
  const begins = growthBegins(table, all, start, outside);
  const from = rowsBefore(table, monthName(begins));
  const pairs = pairsFrom(from, all);
  const grows = outside !== null || pairs.n >= FEWEST_PAIRS_ALONE;
  const level = (deviations: GrowthDeviations) => deflate(table, from, known, backbone, deviations);
  // Pairs alone give a first index. With the levels of places from it, single sales contribute too.
  const first = yield* fitGrowthDeviations(table, pairs, backbone, until, parameters, null);
  const places = yield* fitLocationEffects(table, known, level(first), until, parameters);
  const single = levelEvidence(table, from, known, backbone, places);
  const deviations = yield* fitGrowthDeviations(table, pairs, backbone, until, parameters, single);
  const deflated = level(deviations);
  const location = yield* fitLocationEffects(table, known, deflated, until, parameters);
  const price_per_area = yield* fitPricePerArea(table, known, deflated, until, as_of, parameters);
  yield;
  return {
    as_of,
    known_before,
    known,
    backbone,
    deviations,
    location,
    price_per_area,
    offsets: fitOffsets(table, known, deflated, parameters),
    type_words: fitTypeWords(table, known),
    room_sizes: fitRoomSizes(table, known, as_of),
    indices: grows
      ? FITTED_TYPES.map((_, type) => growthIndex(area, type, backbone, deviations, begins, lastMonth))
      : [],
  };
}

/**
 * The first month whose growth is known: that of the published index, or that of the first sale if enough pairs begin
 * before the index. Earlier prices are not used, since their growth is unknown.
 */
function growthBegins(
  table: SalesTable,
  pairs: RepeatPairs,
  start: number,
  outside: Backbone | null,
): number {
  if (outside === null || outside.first_month <= start) return start;
  const before = pairs.first.filter((row) => table.time[row]! < outside.first_month).length;
  return before >= FEWEST_PAIRS_ALONE ? start : outside.first_month;
}

/** The pairs whose first sale is at row `from` or later. */
function pairsFrom(from: number, { first, second }: RepeatPairs): RepeatPairs {
  const recent = [...first.keys()].filter((p) => first[p]! >= from);
  return {
    n: recent.length,
    first: Int32Array.from(recent, (p) => first[p]!),
    second: Int32Array.from(recent, (p) => second[p]!),
  };
}

/** The months that the index is carried past the data: the next build is expected within this time. */
const CARRIED_MONTHS = 12;

/**
 * The fitted index as a monthly series from the first sale on. Past the data it is carried by the backbone's nowcast
 * and, within the last quarter, by the line of the area's deviation.
 */
function growthIndex(
  area: string,
  type: number,
  backbone: Backbone,
  deviations: GrowthDeviations,
  start: number,
  last: number,
): GrowthIndex {
  const end = last + CARRIED_MONTHS;
  const levels = new Float64Array(end - start + 1);
  for (let m = start; m <= end; m++) {
    levels[m - start] = backboneLevel(backbone, type, m) + deviationAt(deviations, type, m);
  }
  return {
    id: backbone.id === 'none' ? 'repeat-sales' : `${backbone.id}+repeat-sales`,
    area,
    first_month: monthName(start),
    log_levels: levels,
    data_month: monthName(Math.min(last, backbone.data_month)),
    slope_per_month: backbone.slopes[type]!,
    own_slope_per_month:
      (deviationAt(deviations, type, last) - deviationAt(deviations, type, last - 12)) / 12,
  };
}

/** The month of the newest sale that the fit has seen; null without sales. */
function newestMonth(table: SalesTable, known: number): number | null {
  const newest = known > 0 ? table.rows[known - 1] : undefined;
  return newest ? monthNumber(newest.date) : null;
}

/** Log prices minus the index; NaN for rows before `from`, whose growth is unknown. */
function deflate(
  table: SalesTable,
  from: number,
  known: number,
  backbone: Backbone,
  deviations: GrowthDeviations,
): Float64Array {
  const deflated = new Float64Array(known).fill(Number.NaN);
  for (let i = from; i < known; i++) {
    const type = table.type[i]!;
    const time = table.time[i]!;
    deflated[i] =
      table.log_price[i]! - backboneLevel(backbone, type, time) - deviationAt(deviations, type, time);
  }
  return deflated;
}

function levelEvidence(
  table: SalesTable,
  from: number,
  known: number,
  backbone: Backbone,
  location: LocationEffects,
) {
  const rows: number[] = [];
  for (let i = from; i < known; i++) if (!table.additional[i] && !table.new_build[i]) rows.push(i);
  const residual = new Float64Array(rows.length);
  rows.forEach((i, k) => {
    const place = levelOfRow(location, table, i);
    residual[k] = table.log_price[i]! - backboneLevel(backbone, table.type[i]!, table.time[i]!) - place;
  });
  return { row: Int32Array.from(rows), residual, variance: location.variance };
}
