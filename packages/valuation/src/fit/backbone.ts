import { monthName } from '../dates.ts';
import { coversAs, NOWCAST_DAMPING, publishedIndex, trailingSlope } from '../index-level.ts';
import { FITTED_TYPES } from '../places.ts';
import type { PropertyType } from '../types.ts';
import { nowcast } from './nowcast.ts';

/** One published index value; `property_type` may be `all`. */
export interface IndexRow {
  month: string;
  property_type: PropertyType | 'all';
  index_value: number;
}

/** Months of the nowcast past the data of a series. After these it continues at the damped slope. */
const NOWCAST_MONTHS = 12;

/** Log levels by fitted type, one value a month from `first_month` (a month number), nowcast included. */
export interface Backbone {
  id: string;
  area: string;
  first_month: number;
  /** The last published month at the cut-off. */
  data_month: number;
  levels: readonly Float64Array[];
  slopes: readonly number[];
}

/** The published index of an area as known when `last_month` (a month number) had been published; null without one. */
export function fitBackbone(
  id: string,
  area: string,
  rows: readonly IndexRow[],
  last_month: number,
): Backbone | null {
  const limit = monthName(last_month);
  const known = rows
    .filter((row) => row.month.slice(0, 7) <= limit && row.index_value > 0)
    .sort((a, b) => (a.month < b.month ? -1 : 1));
  const all = publishedIndex(
    id,
    area,
    known.filter((row) => row.property_type === 'all'),
  );
  const series = FITTED_TYPES.map((type) => {
    const own = publishedIndex(
      id,
      area,
      known.filter((row) => row.property_type === type),
    );
    // A type with few sales in an area, such as houses in a city centre, may lack months. Then the index of all types
    // is used.
    return own && (!all || coversAs(own, all)) ? own : (all ?? own);
  });
  if (series.some((one) => one === null)) return null;
  const starts = series.map((one) => monthOf(one!.first_month));
  const first = Math.max(...starts);
  const last = Math.min(...series.map((one) => monthOf(one!.data_month)));
  const levels = series.map((one, i) =>
    Float64Array.from(one!.log_levels).slice(first - starts[i]!, last + 1 - starts[i]!),
  );
  return {
    id,
    area,
    first_month: first,
    data_month: last,
    levels: levels.map((known) => Float64Array.from([...known, ...nowcast(known, NOWCAST_MONTHS)])),
    slopes: levels.map(trailingSlope),
  };
}

/** A constant level of 0, for an area without a published index. */
export function flatBackbone(first_month: number, last_month: number): Backbone {
  const levels = FITTED_TYPES.map(() => new Float64Array(last_month - first_month + 1));
  return {
    id: 'none',
    area: 'none',
    first_month,
    data_month: last_month,
    levels,
    slopes: levels.map(() => 0),
  };
}

/** Log level of a fitted type at a month time; growth after the published months is damped. */
export function backboneLevel(backbone: Backbone, type: number, time: number): number {
  const levels = backbone.levels[type]!;
  const at = time - backbone.first_month;
  const last = levels.length - 1;
  if (at <= 0) return levels[0]!;
  if (at >= last) return levels[last]! + (at - last) * backbone.slopes[type]! * NOWCAST_DAMPING;
  const below = Math.floor(at);
  return levels[below]! + (levels[below + 1]! - levels[below]!) * (at - below);
}

function monthOf(name: string): number {
  return Number(name.slice(0, 4)) * 12 + Number(name.slice(5, 7)) - 1;
}
