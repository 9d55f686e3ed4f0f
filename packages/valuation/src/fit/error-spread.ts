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

/** Error of one past estimate by a method, as an absolute log ratio. */
export interface PastError {
  date: string;
  method: Method;
  property_type: PropertyType;
  years_held: number | null;
  /** Log value above that of a typical home of the area. */
  above_typical: number;
  error: number;
  /** The same error as a share of the price. */
  off: number;
  /** See `scaleFeatures`. */
  features: readonly number[];
}

/** An error counts half after so many years: spreads change with the market. */
const HALF_LIFE_YEARS = 2;
/** The share of sales within the interval. */
const LEVEL = 0.8;
const FEWEST_TO_MIX = 8;
const LEAST_ERROR = 0.005;
/**
 * Features of a home with sales of its own, each with that of a home without that is fitted with it; see
 * `scaleFeatures`. Cheap homes have none: those without a sale are often much alike, those that were sold are not.
 */
const OWN_SALES = [[0, 3], [1, 4], [2], [6, 8], [7], [9], [10]] as const;
const UNSOLD = [[3], [4], [5], [8]] as const;
/** Past errors, by weight, with which a group departs from all others by half of what it shows. */
const GROUP_PRIOR = 20;
/** Each kind of group is fitted on what the other kinds leave, so often. */
const GROUP_ROUNDS = 3;
/** Strength of the usual scale, in past errors. */
const PRIOR_ERRORS = 40;

/**
 * How errors grow with the age of the data and with a price far from the usual, and, once that is taken out, their
 * quantiles by method and the factors of groups of homes, newest errors first. A method with few errors keeps to the
 * spread of other areas.
 */
export function fitSpread(
  past: readonly PastError[],
  newest: string,
): Pick<FittedSettings, 'errors' | 'scale' | 'factors'> {
  if (past.length === 0) return { errors: { ...SCALED_ERRORS }, scale: DEFAULT_SCALE };
  const scale = fitScale(past);
  const now = monthTime(newest);
  // The scale multiplies what other areas say too, also where only one method has few errors here.
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

/** One group of each kind; a home without sales of its own is in none of years held. */
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
 * How far the errors of homes of each type, band of value and time held depart from those of all, each with the others
 * taken out. A home is in a group of each kind, since cells of all three at once would have too few errors.
 */
function fitFactors(all: readonly Grouped[]): Record<string, number> {
  const level = quantileFor(LEVEL, all, 1);
  const factors: Record<string, number> = {};
  const groups = membersOf(all);
  for (let round = 0; round < GROUP_ROUNDS; round++) {
    for (const [group, members] of groups) {
      const left = members.map((member) => {
        const { error, weight } = member;
        const others = member.groups.filter((one) => one !== group);
        return { error: error / groupFactor({ factors }, others), weight };
      });
      const weight = members.reduce((sum, one) => sum + one.weight, 0);
      factors[group] = (quantileFor(LEVEL, left, 0) / level) ** (weight / (weight + GROUP_PRIOR));
    }
  }
  return factors;
}

/** The groups of each kind after those of the kind before. */
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
 * The quantile that a new error stays under with the given chance. The new one counts with the weight `unseen`, in the
 * errors of all homes alone: once more in each group would make all of them too wide.
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
 * How errors grow: of homes with sales of their own mostly as those of all homes do, since a few dear homes would say
 * little; of homes without, as their own errors do.
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

/** Features that are fitted together; those of one line have one slope, that of the first. */
type Group = readonly (readonly number[])[];

/** Ridge of the log of errors on the features, drawn to the usual scale; each method has its own level. */
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

/**
 * How far past estimates were off by method, for people to read; methods with fewer errors than a cell needs are left
 * out.
 */
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
