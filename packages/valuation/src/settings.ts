import type { ErrorSpread, FittedSettings, LevelShares, Method, PropertyType } from './types.ts';

/** Upper bounds, in years held, of the hold bins; the last bin is open. */
export const HOLD_BIN_YEARS = [1, 2, 4, 8, 14] as const;

export function holdBin(years: number): number {
  const bin = HOLD_BIN_YEARS.findIndex((end) => years < end);
  return bin < 0 ? HOLD_BIN_YEARS.length : bin;
}

/**
 * Best on the tuning rows: property variance 4 and yearly drift 0.4 times the noise of one sale, then a fifth
 * of the way to the last sale.
 */
export const DEFAULT_BLEND = {
  ratio: 8,
  size_share: 0.75,
  similar_share: 0.2,
  coefficients: [0, 0.2, 0.2, 0.1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
};

/** The share of comparables is that of the tuning rows, which had no floor areas; the others are priors. */
export const DEFAULT_SHARES: LevelShares = {
  sized: 0.8,
  similar: 0.4,
  sized_of_both: 0.65,
  similar_of_both: 0.2,
};

/** Before anything has been fitted: offsets 0, and spreads as measured on other areas. */
export const DEFAULT_SETTINGS: FittedSettings = {
  offsets: { resale: [0.06, 0.01, 0, 0, 0, 0], new_build: [-0.08, -0.08, -0.08, -0.06, -0.05, -0.04] },
  blend: DEFAULT_BLEND,
  shares: DEFAULT_SHARES,
  new_build_premium: 0.1,
  errors: {
    last_sold_growth: { q68: 0.14, q80: 0.19, n: 0 },
    sqft_estimate: { q68: 0.18, q80: 0.25, n: 0 },
    comparables: { q68: 0.24, q80: 0.33, n: 0 },
  },
};

/**
 * How the log of errors grows with a year of age of the data, and with a price above or below the usual: of homes with
 * sales of their own, then of homes without.
 */
export const DEFAULT_SCALE: readonly number[] = [0.3, 0.3, 0.3, 0.3, 0.3, 0];

/** The least that each may be: data do not get better with age, but unsold cheap homes are often much alike. */
export const LEAST_SCALE: readonly number[] = [0, 0, 0, 0, 0, -0.5];

export function scaleFeatures(age_months: number, above_typical: number, own_sales: boolean): number[] {
  const features = [Math.max(0, age_months) / 12, Math.max(0, above_typical), Math.max(0, -above_typical)];
  return own_sales ? [...features, 0, 0, 0] : [0, 0, 0, ...features];
}

/** What errors are multiplied by; 1 for fresh data and a usual price. */
export function errorScale(scale: readonly number[], features: readonly number[]): number {
  // Areas that an earlier version fitted have the first three alone, which were those of all homes.
  return Math.exp(features.reduce((sum, feature, j) => sum + feature * (scale[j] ?? scale[j - 3]!), 0));
}

/** Number of past errors from which a cell is used by itself. */
export const FEWEST_ERRORS = 40;

/** Name of the cell of past errors; the parts after the method may be left off. */
export function errorCell(method: Method, type?: PropertyType, bin?: number): string {
  return [method, type, bin].filter((part) => part !== undefined).join('|');
}

/** The narrowest cell with enough past errors, else its parent. */
export function errorSpread(
  settings: FittedSettings,
  method: Method,
  type: PropertyType,
  bin?: number,
): ErrorSpread {
  const names = [errorCell(method, type, bin), errorCell(method, type), errorCell(method)];
  for (const name of names) {
    const spread = settings.errors[name];
    if (spread && spread.n >= FEWEST_ERRORS) return spread;
  }
  return settings.errors[method] ?? DEFAULT_SETTINGS.errors[method]!;
}
