/** A gross yield above this sets the rent of a home against the price of something else: a garage, a share, a plot. */
export const PLAUSIBLE_YIELD_PCT = 25;
