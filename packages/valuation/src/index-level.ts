import { monthName, monthNumber, monthTime } from './dates.ts';
import type { GrowthIndex, PropertyType } from './types.ts';

/** Growth after the last month of data is damped, because a trailing slope overshoots when the market turns. */
export const NOWCAST_DAMPING = 0.75;

/**
 * Log level of an index on a date. The level is interpolated between months, flat before the first month, and grows at
 * the damped trailing slope after the last.
 */
export function indexLevel(index: GrowthIndex, date: string): number {
  const at = monthTime(date) - monthNumber(index.first_month);
  const last = index.log_levels.length - 1;
  if (at <= 0) return index.log_levels[0]!;
  if (at >= last) return index.log_levels[last]! + (at - last) * index.slope_per_month * NOWCAST_DAMPING;
  const below = Math.floor(at);
  const low = index.log_levels[below]!;
  return low + (index.log_levels[below + 1]! - low) * (at - below);
}

/** Months from the middle of the last month of data to a day; never negative. */
export function dataAge(index: GrowthIndex, date: string): number {
  return Math.max(0, monthTime(date) - monthNumber(index.data_month));
}

/** Mean log growth per month over the last twelve months of a series. */
export function trailingSlope(levels: ArrayLike<number>): number {
  const span = Math.min(12, levels.length - 1);
  return span > 0 ? (levels[levels.length - 1]! - levels[levels.length - 1 - span]!) / span : 0;
}

/**
 * The published index of a property type, or of all types for null. If the type lacks the newest or oldest months, as
 * houses in city centres may, the index of all types is used. Null without rows.
 */
export function publishedIndexOf(
  published: {
    id: string;
    area: string;
    rows: readonly { month: string; property_type: PropertyType | 'all'; index_value: number }[];
  },
  type: PropertyType | null,
): GrowthIndex | null {
  const { id, area, rows } = published;
  const of = (wanted: string) =>
    publishedIndex(
      id,
      area,
      rows.filter((row) => row.property_type === wanted),
    );
  const all = of('all');
  const own = type && of(type);
  return own && (!all || coversAs(own, all)) ? own : all;
}

/** Whether the index of a type begins no later and ends no earlier than that of all types. */
export function coversAs(own: GrowthIndex, all: GrowthIndex): boolean {
  return own.data_month >= all.data_month && own.first_month <= all.first_month;
}

/** Chosen: beyond this many missing months, the months around a gap do not tell how prices moved in it. */
const LONGEST_GAP_MONTHS = 3;

/**
 * An index from published values, such as UK HPI rows of one area and type, oldest first. Up to `LONGEST_GAP_MONTHS`
 * missing months are interpolated. After a longer gap only the newer part is used, since a sale in the gap would get a
 * growth that nobody measured. Null without rows.
 */
export function publishedIndex(
  id: string,
  area: string,
  published: readonly { month: string; index_value: number }[],
): GrowthIndex | null {
  const rows = published.slice(afterGap(published));
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return null;
  const start = monthNumber(first.month);
  const levels = new Float64Array(monthNumber(last.month) - start + 1);
  let previous = start - 1;
  for (const row of rows) {
    const month = monthNumber(row.month);
    const level = Math.log(row.index_value);
    const from = previous >= start ? levels[previous - start]! : level;
    for (let m = previous + 1; m <= month; m++) {
      levels[m - start] = from + ((level - from) * (m - previous)) / (month - previous);
    }
    previous = month;
  }
  return {
    id,
    area,
    first_month: monthName(start),
    log_levels: levels,
    data_month: monthName(previous),
    slope_per_month: trailingSlope(levels),
  };
}

/** The index of the first row after the last long gap. */
function afterGap(rows: readonly { month: string }[]): number {
  const missing = (i: number) => monthNumber(rows[i]!.month) - monthNumber(rows[i - 1]!.month) - 1;
  return rows.findLastIndex((_, i) => i === 0 || missing(i) > LONGEST_GAP_MONTHS);
}
