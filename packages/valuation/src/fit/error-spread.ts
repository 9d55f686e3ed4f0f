import { monthTime } from '../dates.ts';
import { solveSymmetric } from '../math/cholesky.ts';
import { median } from '../math/quantile.ts';
import { typeNumber } from '../places.ts';
import {
  DEFAULT_SCALE,
  errorScale,
  FEWEST_ERRORS,
  groupFactor,
  heldGroup,
  holdBin,
  LEAST_SCALE,
  SCALED_ERRORS,
  typeGroup,
  valueGroup,
} from '../settings.ts';
import type { Accuracy, ErrorSpread, FittedSettings, Method, PropertyType } from '../types.ts';

/** The error of one past estimate by a method. */
export interface PastError {
  date: string;
  method: Method;
  property_type: PropertyType;
  years_held: number | null;
  /** Log value above that of a typical home of the area. */
  above_typical: number;
  /** The absolute log ratio of estimate and price. */
  error: number;
  /** The same error as a share of the price. */
  off: number;
  /** See `scaleFeatures`. */
  features: readonly number[];
}

/** Half-life of the weight of an error: spreads change with the market. */
const HALF_LIFE_YEARS = 2;
/** The share of sales that an interval should contain. */
const LEVEL = 0.8;
const FEWEST_TO_MIX = 8;
const LEAST_ERROR = 0.005;
/**
 * Groups of features for homes with own sales, as indices of `scaleFeatures`. A second index is the same feature of
 * homes without own sales, which is fitted with the first. Price below the usual (2) is fitted alone: cheap homes
 * without a sale are often alike, those that were sold are not.
 */
const OWN_SALES = [[0, 3], [1, 4], [2], [6, 8], [7], [9], [10]] as const;
const UNSOLD = [[3], [4], [5], [8]] as const;
/** The weight of past errors at which a group gets half of its own departure from all others. */
const GROUP_PRIOR = 20;
/** Rounds in which each kind of group is fitted to what the other kinds leave. */
const GROUP_ROUNDS = 3;
/** Strength of the usual scale, in past errors. */
const PRIOR_ERRORS = 40;

/**
 * Fits the scale of errors (their growth with the age of the data and with an unusual price) and then, on scaled
 * errors, their quantiles by method and the factors of groups of homes. Newer errors weigh more. A method with few
 * errors stays near the spread of other areas.
 */
export function fitSpread(
  past: readonly PastError[],
  newest: string,
): Pick<FittedSettings, 'errors' | 'scale' | 'factors'> {
  if (past.length === 0) return { errors: { ...SCALED_ERRORS }, scale: DEFAULT_SCALE };
  const scale = fitScale(past);
  const now = monthTime(newest);
  // The scale also multiplies the spreads of other areas, which serve for a method with few errors here.
  const errors: Record<string, ErrorSpread> = { ...SCALED_ERRORS };
  const factors: Record<string, number> = {};
  for (const method of new Set(past.map((one) => one.method))) {
    const all = past
      .filter((one) => one.method === method && typeNumber(one.property_type) >= 0)
      .map((one) => ({
        error: Math.max(LEAST_ERROR, one.error) / errorScale(scale, one.features),
        weight: 0.5 ** ((now - monthTime(one.date)) / 12 / HALF_LIFE_YEARS),
        groups: groupsOf(one),
      }));
    const n = all.length;
    if (n < FEWEST_TO_MIX) continue;
    const usual = SCALED_ERRORS[method]!;
    const share = Math.min(1, n / FEWEST_ERRORS);
    if (n >= FEWEST_ERRORS) Object.assign(factors, fitFactors(all));
    const even = all.map(({ error, weight, groups }) => ({
      error: error / groupFactor({ factors }, groups),
      weight,
    }));
    const at = (level: number, of: 'q68' | 'q80') =>
      share * quantileFor(level, even, 1) + (1 - share) * usual[of];
    errors[method] = { q68: at(0.68, 'q68'), q80: at(LEVEL, 'q80'), n };
  }
  return { errors, scale, factors };
}

/** The groups of an error: its type, its band of value and, for a home with own sales, its hold bin. */
function groupsOf({ method, property_type, years_held, above_typical }: PastError): string[] {
  return [
    typeGroup(method, property_type),
    valueGroup(method, above_typical),
    ...(years_held === null ? [] : [heldGroup(method, holdBin(years_held))]),
  ];
}

interface Weighed {
  error: number;
  weight: number;
}

interface Grouped extends Weighed {
  groups: readonly string[];
}

/**
 * The factors by which errors of each type, band of value and hold bin differ from all errors, each with the other
 * factors taken out. A home is in one group of each kind, since cells of all three at once would have too few errors.
 */
function fitFactors(all: readonly Grouped[]): Record<string, number> {
  const level = quantileFor(LEVEL, all, 1);
  const factors: Record<string, number> = {};
  const groups = membersOf(all);
  for (let round = 0; round < GROUP_ROUNDS; round++) {
    for (const [group, members] of groups) {
      const remainders = members.map((member) => {
        const { error, weight } = member;
        const others = member.groups.filter((one) => one !== group);
        return { error: error / groupFactor({ factors }, others), weight };
      });
      const weight = members.reduce((sum, one) => sum + one.weight, 0);
      factors[group] = (quantileFor(LEVEL, remainders, 0) / level) ** (weight / (weight + GROUP_PRIOR));
    }
  }
  return factors;
}

/** The errors of each group. The groups of one kind come after those of the kind before. */
function membersOf(all: readonly Grouped[]): Map<string, Grouped[]> {
  const members = new Map<string, Grouped[]>();
  for (let kind = 0; kind < all[0]!.groups.length; kind++) {
    for (const one of all) {
      const group = one.groups[kind];
      if (group === undefined) continue;
      const found = members.get(group);
      if (found) found.push(one);
      else members.set(group, [one]);
    }
  }
  return members;
}

/**
 * The value below which a new error lies with the given probability. The new error itself counts with the weight
 * `unseen`. Only the quantile of all errors passes it: counted again in each group it would make all intervals too
 * wide.
 */
function quantileFor(level: number, all: readonly Weighed[], unseen: number): number {
  const sorted = [...all].sort((a, b) => a.error - b.error);
  const total = sorted.reduce((sum, one) => sum + one.weight, unseen);
  let sum = 0;
  for (const { error, weight } of sorted) {
    sum += weight;
    if (sum >= level * total) return error;
  }
  return sorted.at(-1)!.error;
}

/**
 * Fits the coefficients of the scale. Those of homes with own sales are fitted together with those of other homes,
 * since a few dear homes alone would say little; those of homes without are then fitted to their own errors.
 */
function fitScale(past: readonly PastError[]): number[] {
  const unsold = past.filter((one) => one.method !== 'last_sold_growth');
  const fitted = DEFAULT_SCALE.map(() => 0);
  const fit = (errors: readonly PastError[], group: Group) =>
    fitGroup(errors, group).forEach((one, j) => {
      fitted[group[j]![0]!] = one;
    });
  fit(unsold, UNSOLD);
  fit(past, OWN_SALES);
  return fitted;
}

/** Features that are fitted together. Features in one row share one slope, which is stored for the first of them. */
type Group = readonly (readonly number[])[];

/** Ridge regression of the log error on the features, shrunk to `DEFAULT_SCALE`, with a constant for each method. */
function fitGroup(past: readonly PastError[], group: Group): number[] {
  const methods = [...new Set(past.map((one) => one.method))];
  const usual = group.length;
  const size = usual + methods.length;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    matrix[j * size + j] = j < usual ? PRIOR_ERRORS : 1e-6;
    if (j < usual) right[j] = PRIOR_ERRORS * DEFAULT_SCALE[group[j]![0]!]!;
  }
  for (const { method, error, features } of past) {
    const x = [
      ...group.map((line) => line.reduce((sum, of) => sum + (features[of] ?? 0), 0)),
      ...methods.map((one) => Number(one === method)),
    ];
    const y = Math.log(Math.max(LEAST_ERROR, error));
    for (let i = 0; i < size; i++) {
      right[i]! += x[i]! * y;
      for (let j = 0; j < size; j++) matrix[i * size + j]! += x[i]! * x[j]!;
    }
  }
  const fitted = [...solveSymmetric(matrix, right, size)].slice(0, usual);
  return fitted.map((one, j) => Math.max(LEAST_SCALE[group[j]![0]!]!, one));
}

/** 110 / 100 is not exactly 1.1 in binary, and a value exactly 10 % off counts as within 10 %. */
const ROUNDING = 1e-9;

/** Errors of past estimates by method, for people to read. Methods with fewer than `FEWEST_ERRORS` are left out. */
export function accuracyOf(past: readonly PastError[]): Accuracy {
  const accuracy: Accuracy = {};
  for (const method of [...new Set(past.map((one) => one.method))].sort()) {
    const all = past.filter((one) => one.method === method).sort((a, b) => a.off - b.off);
    if (all.length < FEWEST_ERRORS) continue;
    const days = all.map((one) => one.date).sort();
    const within = (limit: number): number =>
      all.filter((one) => one.off <= limit + ROUNDING).length / all.length;
    accuracy[method] = {
      n: all.length,
      from: days[0]!,
      to: days.at(-1)!,
      median_off: median(all.map((one) => one.off)),
      within_10: within(0.1),
      within_20: within(0.2),
    };
  }
  return accuracy;
}
