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
 * The same for an area of which no past error is known, where the scale multiplies them: errors of 2000-2005 on LE16 by
 * the settings above, each divided by its scale. No error there is of an estimate by floor area: its ratio to the
 * spread above is that of comparables.
 */
export const SCALED_ERRORS: FittedSettings['errors'] = {
  last_sold_growth: { q68: 0.084, q80: 0.109, n: 0 },
  sqft_estimate: { q68: 0.118, q80: 0.164, n: 0 },
  comparables: { q68: 0.178, q80: 0.253, n: 0 },
};

/**
 * Settings that an earlier version fitted lack what is learned since: the usual takes its place until the next build.
 */
export function wholeSettings(fitted: FittedSettings): FittedSettings {
  return { ...DEFAULT_SETTINGS, ...fitted, blend: { ...DEFAULT_BLEND, ...fitted.blend } };
}

/**
 * How the log of errors grows with a year of age of the data, and with a price above or below the usual: of homes with
 * sales of their own, then of homes without. Then how it grows with the disagreement of the evidence: of homes with
 * sales, also where a single sale is known, and of homes without. Last how it grows, for homes with sales, with the
 * years since the last one and with the want of sales in the closest surroundings.
 */
export const DEFAULT_SCALE: readonly number[] = [0.3, 0.3, 0.3, 0.3, 0.3, 0, 1, 0, 1, 0, 0.3];

/** The least that each may be: data do not get better with age, but unsold cheap homes are often much alike. */
export const LEAST_SCALE: readonly number[] = [0, 0, 0, 0, 0, -0.5, 0, -1, 0, 0, 0];

/** What is known of an estimate before its sale that tells how far it may be off. */
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

/** A farther disagreement tells no more: one of the two is then no ordinary price. */
const MOST_DISAGREEMENT = 1;
/** Years since the last sale between which it comes to say less and less. */
const OLD_SALE_YEARS = { from: 5, to: 17 };
/** With so many sales nearby, more of them tell no more. */
const MANY_NEARBY = 20;

export function scaleFeatures(doubt: Doubt): number[] {
  const { age_months, above_typical, years_held } = doubt;
  const usual = [Math.max(0, age_months) / 12, Math.max(0, above_typical), Math.max(0, -above_typical)];
  const apart = Math.min(MOST_DISAGREEMENT, doubt.disagreement);
  return years_held === null
    ? [0, 0, 0, ...usual, 0, 0, apart, 0, 0]
    : [...usual, 0, 0, 0, apart, Number(doubt.single_sale), 0, oldness(years_held), sparseness(doubt.nearby)];
}

/** From 0 for a home sold of late to 1 for one whose last sale is of another market. */
function oldness(years_held: number): number {
  const { from, to } = OLD_SALE_YEARS;
  return Math.min(1, Math.max(0, years_held - from) / (to - from));
}

/** From 0 where many sales are known nearby to 1 where one or none is. */
function sparseness(nearby: number): number {
  return Math.max(0, 1 - Math.log(Math.max(1, nearby)) / Math.log(MANY_NEARBY));
}

/** What errors are multiplied by; 1 for fresh data, a usual price and evidence that agrees. */
export function errorScale(scale: readonly number[], features: readonly number[]): number {
  // Areas that an earlier version fitted have the first nine or six, or the first three for all homes.
  const of = (j: number) => scale[j] ?? (j < 6 ? scale[j - 3] : 0) ?? 0;
  return Math.exp(features.reduce((sum, feature, j) => sum + feature * of(j), 0));
}

/** Number of past errors of a method from which they are used by themselves. */
export const FEWEST_ERRORS = 40;

/** Name of the cell of past errors; the parts after the method may be left off. */
export function errorCell(method: Method, type?: PropertyType, bin?: number): string {
  return [method, type, bin].filter((part) => part !== undefined).join('|');
}

/** Ends of the bands of value, as logs above a typical home of the area. */
const VALUE_BANDS = [-0.45, -0.25, -0.1, 0, 0.1, 0.25, 0.45] as const;

/** The group of errors of homes of a type. */
export function typeGroup(method: Method, type: PropertyType): string {
  return errorCell(method, type);
}

/** The group of errors of homes that were last sold so long ago. */
export function heldGroup(method: Method, bin: number): string {
  return `${method}|held|${bin}`;
}

/** The group of errors of values so far above a typical home of the area. */
export function valueGroup(method: Method, above_typical: number): string {
  const band = VALUE_BANDS.findIndex((end) => above_typical < end);
  return `${method}|value|${band < 0 ? VALUE_BANDS.length : band}`;
}

/** What the errors of a home in these groups are multiplied by. */
export function groupFactor(settings: Pick<FittedSettings, 'factors'>, groups: readonly string[]): number {
  return groups.reduce((product, group) => product * (settings.factors?.[group] ?? 1), 1);
}

/**
 * The spread of a method, times the factors of the type and of the years held. Areas that an earlier version fitted
 * have cells of type by years held in their place: the narrowest with enough past errors, else its parent.
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
