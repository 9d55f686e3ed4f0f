/** A gross yield above this compares the rent of a home with the price of something else: a garage, a share, a plot. */
export const PLAUSIBLE_YIELD_PCT = 25;

/** Whether rents and prices can be of the same homes. */
export function isPlausibleYield(gross_pct: number): boolean {
  return gross_pct > 0 && gross_pct <= PLAUSIBLE_YIELD_PCT;
}
