import type { ErrorSpread, FittedSettings, LevelShares, Method, PropertyType } from './types.ts';

/** Upper bounds, in years held, of the hold bins; the last bin is open. */
export const HOLD_BIN_YEARS = [1, 2, 4, 8, 14] as const;

export function holdBin(years: number): number {
  const bin = HOLD_BIN_YEARS.findIndex((end) => years < end);
  return bin < 0 ? HOLD_BIN_YEARS.length : bin;
}

/**
 * The best blend on the tuning rows: property variance 4 times, and yearly drift 0.4 times, the noise of one sale; then
 * a fifth of the way to the last sale.
 */
export const DEFAULT_BLEND = {
  ratio: 8,
  size_share: 0.75,
  similar_share: 0.2,
  coefficients: [0, 0.2, 0.2, 0.1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
};

/** The share of comparables was fitted on the tuning rows, which had no floor areas. The others are priors. */
export const DEFAULT_SHARES: LevelShares = {
  sized: 0.8,
  similar: 0.4,
  sized_of_both: 0.65,
  similar_of_both: 0.2,
};

/** Settings of an area without a fit: usual offsets, and spreads as measured on other areas. */
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
 * Spreads for a fitted area without known past errors, where the scale multiplies them: errors of 2000-2005 on LE16 by
 * the settings above, each divided by its scale. LE16 had no errors of estimates by floor area, so their spread has the
 * same ratio to the one above as that of comparables.
 */
export const SCALED_ERRORS: FittedSettings['errors'] = {
  last_sold_growth: { q68: 0.084, q80: 0.109, n: 0 },
  sqft_estimate: { q68: 0.118, q80: 0.164, n: 0 },
  comparables: { q68: 0.178, q80: 0.253, n: 0 },
};

/** Completes settings that an earlier version fitted with defaults, which apply until the next build. */
export function wholeSettings(fitted: FittedSettings): FittedSettings {
  return { ...DEFAULT_SETTINGS, ...fitted, blend: { ...DEFAULT_BLEND, ...fitted.blend } };
}

/**
 * Coefficients of the log error, in the order of `scaleFeatures`. Three for homes with own sales, then three for homes
 * without: a year of age of the data, a price above the usual, a price below it. Then disagreement of the evidence: for
 * homes with sales, additionally for homes with a single sale, and for homes without. Last, for homes with sales: years
 * since the last sale, and few sales in the closest surroundings.
 */
export const DEFAULT_SCALE: readonly number[] = [0.3, 0.3, 0.3, 0.3, 0.3, 0, 1, 0, 1, 0, 0.3];

/** Lower bounds of the coefficients. Data do not improve with age, but cheap homes without sales are often alike. */
export const LEAST_SCALE: readonly number[] = [0, 0, 0, 0, 0, -0.5, 0, -1, 0, 0, 0];

/** What is known of an estimate before the sale that predicts its error. */
export interface Doubt {
  age_months: number;
  /** Log value above that of a typical home of the area. */
  above_typical: number;
  /** The greatest log difference between its evidence and the level of its place. */
  disagreement: number;
  /** Years since its last sale; null for a home without sales of its own. */
  years_held: number | null;
  single_sale: boolean;
  /** Sales known in its closest surroundings. */
  nearby: number;
}

/** A greater disagreement predicts no more: one of the two is then no ordinary price. */
const MOST_DISAGREEMENT = 1;
/** The years since the last sale between which it says less and less. */
const OLD_SALE_YEARS = { from: 5, to: 17 };
/** More sales nearby than this do not make an estimate better. */
const MANY_NEARBY = 20;

export function scaleFeatures(doubt: Doubt): number[] {
  const { age_months, above_typical, years_held } = doubt;
  const usual = [Math.max(0, age_months) / 12, Math.max(0, above_typical), Math.max(0, -above_typical)];
  const disagreement = Math.min(MOST_DISAGREEMENT, doubt.disagreement);
  return years_held === null
    ? [0, 0, 0, ...usual, 0, 0, disagreement, 0, 0]
    : [
        ...usual,
        0,
        0,
        0,
        disagreement,
        Number(doubt.single_sale),
        0,
        ageShare(years_held),
        sparseness(doubt.nearby),
      ];
}

/** From 0 for a home sold recently to 1 for one whose last sale was long ago. */
function ageShare(years_held: number): number {
  const { from, to } = OLD_SALE_YEARS;
  return Math.min(1, Math.max(0, years_held - from) / (to - from));
}

/** From 0 with many sales nearby to 1 with one or none. */
function sparseness(nearby: number): number {
  return Math.max(0, 1 - Math.log(Math.max(1, nearby)) / Math.log(MANY_NEARBY));
}

/** The factor of errors; 1 for fresh data, a usual price and evidence that agrees. */
export function errorScale(scale: readonly number[], features: readonly number[]): number {
  // Areas fitted by an earlier version have only the first nine or six, or the first three, which then apply to all
  // homes.
  const of = (j: number) => scale[j] ?? (j < 6 ? scale[j - 3] : 0) ?? 0;
  return Math.exp(features.reduce((sum, feature, j) => sum + feature * of(j), 0));
}

/** Least number of past errors of a cell for which its own spread is used. */
export const FEWEST_ERRORS = 40;

/** The name of a cell of past errors. */
export function errorCell(method: Method, type?: PropertyType, bin?: number): string {
  return [method, type, bin].filter((part) => part !== undefined).join('|');
}

/** Upper ends of the bands of value, as logs above a typical home of the area. */
const VALUE_BANDS = [-0.45, -0.25, -0.1, 0, 0.1, 0.25, 0.45] as const;

/** The name of the group of errors of a type of home. */
export function typeGroup(method: Method, type: PropertyType): string {
  return errorCell(method, type);
}

/** The name of the group of errors of a hold bin. */
export function heldGroup(method: Method, bin: number): string {
  return `${method}|held|${bin}`;
}

/** The name of the group of errors of the band of value. */
export function valueGroup(method: Method, above_typical: number): string {
  const band = VALUE_BANDS.findIndex((end) => above_typical < end);
  return `${method}|value|${band < 0 ? VALUE_BANDS.length : band}`;
}

/** The factor of errors of a home in these groups: the product of the groups' factors. */
export function groupFactor(settings: Pick<FittedSettings, 'factors'>, groups: readonly string[]): number {
  return groups.reduce((product, group) => product * (settings.factors?.[group] ?? 1), 1);
}

/**
 * The spread of a method, times the factors of the type and of the years held. Areas fitted by an earlier version have
 * cells by type and years held instead: the narrowest cell with enough past errors is used.
 */
export function errorSpread(
  settings: FittedSettings,
  method: Method,
  type: PropertyType,
  bin?: number,
): ErrorSpread {
  const names = [errorCell(method, type, bin), errorCell(method, type), errorCell(method)];
  const found = names
    .map((name) => settings.errors[name])
    .find((spread) => spread !== undefined && spread.n >= FEWEST_ERRORS);
  const { q68, q80, n } = found ?? settings.errors[method] ?? DEFAULT_SETTINGS.errors[method]!;
  const groups = [typeGroup(method, type), ...(bin === undefined ? [] : [heldGroup(method, bin)])];
  const times = groupFactor(settings, groups);
  return { q68: q68 * times, q80: q80 * times, n };
}
