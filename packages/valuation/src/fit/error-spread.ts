import { monthTime } from '../dates.ts';
import { solveSymmetric } from '../math/cholesky.ts';
import { median } from '../math/quantile.ts';
import { typeNumber } from '../places.ts';
import {
  DEFAULT_SCALE,
  DEFAULT_SETTINGS,
  errorCell,
  errorScale,
  FEWEST_ERRORS,
  holdBin,
  LEAST_SCALE,
  SCALED_ERRORS,
} from '../settings.ts';
import type { Accuracy, ErrorSpread, FittedSettings, Method, PropertyType } from '../types.ts';

/** Error of one past estimate by a method, as an absolute log ratio. */
export interface PastError {
  date: string;
  method: Method;
  property_type: PropertyType;
  years_held: number | null;
  error: number;
  /** The same error as a share of the price. */
  off: number;
  /** See `scaleFeatures`. */
  features: readonly number[];
}

/** An error counts half after so many years: spreads change with the market. */
const HALF_LIFE_YEARS = 2;
const FEWEST_TO_MIX = 8;
const LEAST_ERROR = 0.005;
/**
 * Features of a home with sales of its own, each with that of a home without that is fitted with it; see
 * `scaleFeatures`. Cheap homes have none: those without a sale are often much alike, those that were sold are not.
 */
const OWN_SALES = [[0, 3], [1, 4], [2], [6, 8], [7], [9], [10]] as const;
const UNSOLD = [[3], [4], [5], [8]] as const;
/** Past errors, by weight, with which a cell has half of its own quantile and half of its parent's. */
const CELL_PRIOR = 40;
/** Strength of the usual scale, in past errors. */
const PRIOR_ERRORS = 40;

/**
 * How errors grow with the age of the data and with a price far from the usual, and, once that is taken out, their
 * quantiles by cell, newest errors first. A method with few errors keeps to the spread of other areas.
 */
export function fitSpread(
  past: readonly PastError[],
  newest: string,
): Pick<FittedSettings, 'errors' | 'scale'> {
  if (past.length === 0) return { errors: { ...SCALED_ERRORS }, scale: DEFAULT_SCALE };
  const scale = fitScale(past);
  const now = monthTime(newest);
  const cells = new Map<string, { parent: string | null; all: Weighed[] }>();
  for (const { date, method, property_type, years_held, error, features } of past) {
    if (typeNumber(property_type) < 0) continue;
    const names = [errorCell(method), errorCell(method, property_type)];
    if (years_held !== null) names.push(errorCell(method, property_type, holdBin(years_held)));
    const weight = 0.5 ** ((now - monthTime(date)) / 12 / HALF_LIFE_YEARS);
    const one = { error: error / errorScale(scale, features), weight };
    names.forEach((name, i) => {
      const cell = cells.get(name);
      if (cell) cell.all.push(one);
      else cells.set(name, { parent: names[i - 1] ?? null, all: [one] });
    });
  }
  const errors: Record<string, ErrorSpread> = { ...DEFAULT_SETTINGS.errors };
  // A cell comes after its parent, which the first error of both made before it.
  for (const [name, { parent, all }] of cells) {
    const usual = DEFAULT_SETTINGS.errors[name];
    const n = all.length;
    if (n < FEWEST_ERRORS && (!usual || n < FEWEST_TO_MIX)) continue;
    const share = usual ? Math.min(1, n / FEWEST_ERRORS) : 1;
    const wider = parent === null ? undefined : errors[parent];
    const at = (level: number, of: 'q68' | 'q80') => {
      const own = share * quantileFor(level, all, wider ? 0 : 1) + (1 - share) * (usual?.[of] ?? 0);
      return wider ? towards(wider[of], own, all) : own;
    };
    errors[name] = { q68: at(0.68, 'q68'), q80: at(0.8, 'q80'), n };
  }
  return { errors, scale };
}

/** The quantile of a cell drawn to that of its parent, the less so the more errors it has. */
function towards(wider: number, own: number, all: readonly Weighed[]): number {
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  return wider * (own / wider) ** (weight / (weight + CELL_PRIOR));
}

interface Weighed {
  error: number;
  weight: number;
}

/**
 * The quantile that a new error stays under with the given chance. The new one counts with the weight `unseen`, in the
 * widest cell alone: once more in each cell that is drawn to it would make the narrow ones too wide.
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

/** How far past estimates were off by method, for people to read; methods with fewer errors than a cell needs are left out. */
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
