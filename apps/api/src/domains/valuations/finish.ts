/** Effect of the finish on a monthly or nightly rent. Stated priors: no open source measures it. */
export const RENT_BY_FINISH = {
  below_average: 0.9,
  average: 1,
  above_average: 1.05,
  very_high: 1.1,
} as const;

/** Effect of the finish on a value; stated priors too. */
export const VALUE_BY_FINISH = { ...RENT_BY_FINISH, below_average: 0.95 } as const;
