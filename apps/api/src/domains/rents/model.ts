import type { Schema } from '@domesday/contract';
import { bedroomsIn } from '../../statistics/bedrooms.ts';
import { FOR_QUARTILES, FOR_TAILS, twoDecimals, withMinimums } from '../../statistics/quantiles.ts';
import type { ListOfRentsRow } from './evidence.query.ts';

export type Quantiles = Schema<'Quantiles'>;

/**
 * Weeks in a month: 365/84. Rents are agreed by the month, and the list of rents converts them to weeks with this
 * factor (92.8 % of its rents are whole multiples of 5 pounds a month this way, 1.5 % at 52/12). The allowance is set
 * by the week and paid at 52/12.
 */
export const WEEKS_PER_MONTH = 365 / 84;

/** A row of the list of rents as quantiles of monthly rents. */
export function quantilesOfList(row: ListOfRentsRow): Quantiles {
  const month = (weekly: number) => weekly * WEEKS_PER_MONTH;
  return withMinimums({
    n: row.n,
    mean: month(row.mean_pw),
    median: month(row.median_pw),
    p10: month(row.p10_pw),
    p25: month(row.p25_pw),
    p75: month(row.p75_pw),
    p90: month(row.p90_pw),
    min: month(row.min_pw),
    max: month(row.max_pw),
  });
}

/** Quantiles of a published mean, whose sample is not published. */
export function meanOnly(mean: number | null): Quantiles {
  const none = { median: null, p10: null, p25: null, p75: null, p90: null, min: null, max: null };
  return { n: 0, mean: mean === null ? null : twoDecimals(mean), ...none };
}

/** Converts monthly rents to weekly ones. */
export function weekly(q: Quantiles): Quantiles {
  const week = (value: number | null) => (value === null ? null : twoDecimals(value / WEEKS_PER_MONTH));
  return {
    n: q.n,
    mean: week(q.mean),
    median: week(q.median),
    p10: week(q.p10),
    p25: week(q.p25),
    p75: week(q.p75),
    p90: week(q.p90),
    min: week(q.min),
    max: week(q.max),
  };
}

/** Confidence of a sample of the operator's own lets: High from 20 lets, Medium from 10, else Low. */
export function confidenceOf(n: number): Schema<'Confidence'> {
  return n >= FOR_TAILS ? 'High' : n >= FOR_QUARTILES ? 'Medium' : 'Low';
}

/** The allowance category for a number of bedrooms: B to E for one to four, B also for a studio. */
export function categoryOf(bedrooms: number): 'B' | 'C' | 'D' | 'E' {
  return (['B', 'C', 'D', 'E'] as const)[bedroomsIn('lha-rates', bedrooms) - 1]!;
}

/** Bedrooms of an allowance category; null for a room in shared accommodation. */
export function bedroomsOfCategory(category: string): number | null {
  return 'ABCDE'.indexOf(category) || null;
}

/** The segment of the private rent index for the request; null if it has none. */
export function segmentOf(asked: { bedrooms?: number; property_type?: string }): string | null {
  if (asked.bedrooms !== undefined) return String(bedroomsIn('private-rents', asked.bedrooms));
  switch (asked.property_type) {
    case undefined:
      return 'all';
    case 'detached':
    case 'semi_detached':
    case 'terraced':
    case 'flat':
      return asked.property_type;
    default:
      return null;
  }
}

/** The April in which the allowance year of a day began. */
export function allowanceYear(day: string): number {
  return Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0);
}
