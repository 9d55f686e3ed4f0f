import type { PriceLevels } from './rental.query.ts';

/**
 * Rents vary from place to place by about the square root of the variation of prices; a stated prior, not measured.
 */
const EXPONENT = 0.5;
const LEAST = 0.75;
const MOST = 1.35;
const LOCAL_SALES = 5;
const AUTHORITY_SALES = 20;

/** Ratio of a sector's rents to those of its authority; null if either side has too few sales. */
export function localFactor(levels: PriceLevels): number | null {
  const { local_n, local_median, authority_n, authority_median } = levels;
  if (local_n < LOCAL_SALES || authority_n < AUTHORITY_SALES || !local_median || !authority_median)
    return null;
  return Math.min(MOST, Math.max(LEAST, (local_median / authority_median) ** EXPONENT));
}

/** The allowance is the 30th percentile, which is 0.90 to 0.93 of the median in the list of rents. */
export const P30_OVER_MEDIAN = 0.92;
