import type { PriceLevel } from './rental.query.ts';

/** Rents vary between places by about the square root of the variation of prices: a stated prior, not measured. */
const EXPONENT = 0.5;
const LEAST = 0.75;
const MOST = 1.35;
const LOCAL_SALES = 5;
const AUTHORITY_SALES = 20;

/** Whether a sector has enough sales for its prices to be compared. */
export const enoughSales = (sector: PriceLevel): boolean => sector.n >= LOCAL_SALES;

/** Ratio of a sector's rents to those of its authority; null if either side has too few sales. */
export function localFactor(sector: PriceLevel, authority: PriceLevel): number | null {
  if (!enoughSales(sector) || authority.n < AUTHORITY_SALES || !sector.median || !authority.median)
    return null;
  return Math.min(MOST, Math.max(LEAST, (sector.median / authority.median) ** EXPONENT));
}

/** The allowance is the 30th percentile, which is 0.90 to 0.93 of the median in the list of rents. */
export const P30_OVER_MEDIAN = 0.92;
