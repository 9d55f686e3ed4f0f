import { solveSymmetric } from '../math/cholesky.ts';
import { median } from '../math/quantile.ts';
import { FITTED_TYPES } from '../places.ts';
import type { SalesTable } from '../sales-table.ts';
import type { Steps } from '../steps.ts';
import { type Backbone, backboneLevel } from './backbone.ts';
import type { Parameters } from './parameters.ts';
import type { RepeatPairs } from './repeat-pairs.ts';

/**
 * The deviation of an area, and of each type in the area, from the published index. It has knots every quarter for the
 * area and every year for a type, is linear in between and constant beyond the ends.
 */
export interface GrowthDeviations {
  first_time: number;
  area: Float64Array;
  types: readonly Float64Array[];
  /** Variance of a pair's residual: a constant, plus a term for each year between the sales. */
  pair_noise: { fixed: number; per_year: number };
}

const AREA_STEP_MONTHS = 3;
const TYPE_STEP_MONTHS = 12;
/** Homes resold within this time were often bought to be improved, and that gain is not growth. */
const SHORT_HOLD_YEARS = 1.5;
const PRIOR_NOISE = { fixed: 0.026, per_year: 0.0008 };

/** Evidence of single sales about the level: deflated log price minus the level of the place. */
export interface LevelEvidence {
  row: Int32Array;
  residual: Float64Array;
  variance: number;
}

/**
 * Hierarchical repeat-sales index (after Francke and van de Minne, 2017) upon a published backbone: penalised
 * least squares on the pairs' growth beyond the backbone, with Huber weights against pairs that are not like
 * with like, and less weight to pairs far apart (Case and Shiller).
 */
export function* fitGrowthDeviations(
  table: SalesTable,
  pairs: RepeatPairs,
  backbone: Backbone,
  until: number,
  parameters: Parameters,
  level: LevelEvidence | null = null,
): Steps<GrowthDeviations> {
  const knots = knotsOf(table, until);
  const { area_knots, type_knots, size } = knots;
  const growth = growthOfPairs(table, pairs, backbone);
  const years = yearsOfPairs(table, pairs);
  const pairTerms = placePairs(table, pairs, years, knots);
  const levelTerms = level && parameters.level_weight > 0 ? placeLevels(table, level, knots) : null;
  const stiffness = Math.max(1, parameters.enough_pairs / Math.max(1, pairs.n));
  const weights = new Float64Array(pairs.n).fill(1);
  const residuals = new Float64Array(pairs.n);
  let noise = PRIOR_NOISE;
  let fitted = new Float64Array(size);
  for (let round = 0; round < parameters.huber_rounds; round++) {
    yield;
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    for (let i = 0; i < size; i++) matrix[i * size + i] = 1e-3;
    addSteps(matrix, size, 0, area_knots, parameters.area_step * stiffness);
    for (let t = 0; t < FITTED_TYPES.length; t++) {
      const stepPenalty = (parameters.type_step * stiffness * AREA_STEP_MONTHS) / TYPE_STEP_MONTHS;
      addSteps(matrix, size, area_knots + t * type_knots, type_knots, stepPenalty);
    }
    const scale = noise.fixed + noise.per_year * 6;
    for (let p = 0; p < pairs.n; p++) {
      const weight = (weights[p]! * scale) / (noise.fixed + noise.per_year * years[p]!);
      addRow(matrix, right, size, pairTerms, p, growth[p]!, weight);
    }
    if (level && levelTerms) {
      const weight = (parameters.level_weight * scale) / level.variance;
      const limit = parameters.huber_sd * Math.sqrt(level.variance);
      for (let k = 0; k < level.row.length; k++) {
        const excess = Math.abs(level.residual[k]! - dot(fitted, levelTerms, k));
        addRow(matrix, right, size, levelTerms, k, level.residual[k]!, weight * Math.min(1, limit / excess));
      }
    }
    fitted = solveSymmetric(matrix, right, size) as Float64Array<ArrayBuffer>;
    for (let p = 0; p < pairs.n; p++) residuals[p] = growth[p]! - dot(fitted, pairTerms, p);
    noise = fitNoise(table, pairs, residuals);
    for (let p = 0; p < pairs.n; p++) {
      const limit = parameters.huber_sd * Math.sqrt(noise.fixed + noise.per_year * years[p]!);
      weights[p] = Math.min(1, limit / Math.abs(residuals[p]!));
    }
  }
  return {
    first_time: knots.start,
    area: fitted.slice(0, area_knots),
    types: FITTED_TYPES.map((_, t) =>
      fitted.slice(area_knots + t * type_knots, area_knots + (t + 1) * type_knots),
    ),
    pair_noise: noise,
  };
}

/** The unknowns: a level at each knot of the area and of each type, and two constants of pairs. */
interface Knots {
  start: number;
  area_knots: number;
  type_knots: number;
  size: number;
}

function knotsOf(table: SalesTable, until: number): Knots {
  const start = table.n > 0 ? table.time[0]! : until;
  const area_knots = Math.max(2, Math.ceil((until - start) / AREA_STEP_MONTHS) + 1);
  const type_knots = Math.max(2, Math.ceil((until - start) / TYPE_STEP_MONTHS) + 1);
  return { start, area_knots, type_knots, size: area_knots + type_knots * FITTED_TYPES.length + 2 };
}

/** The growth of each pair in excess of the backbone. */
function growthOfPairs(table: SalesTable, pairs: RepeatPairs, backbone: Backbone): Float64Array {
  const growth = new Float64Array(pairs.n);
  for (let p = 0; p < pairs.n; p++) {
    const a = pairs.first[p]!;
    const b = pairs.second[p]!;
    const type = table.type[b]!;
    growth[p] =
      table.log_price[b]! -
      table.log_price[a]! -
      backboneLevel(backbone, type, table.time[b]!) +
      backboneLevel(backbone, type, table.time[a]!);
  }
  return growth;
}

function yearsOfPairs(table: SalesTable, pairs: RepeatPairs): Float64Array {
  const years = new Float64Array(pairs.n);
  for (let p = 0; p < pairs.n; p++) {
    years[p] = (table.time[pairs.second[p]!]! - table.time[pairs.first[p]!]!) / 12;
  }
  return years;
}

/**
 * Rows of a sparse matrix with `width` entries each: the index of an unknown and its coefficient, in ascending order of
 * the indices. They do not change between the rounds of a fit.
 */
interface SparseRows {
  width: number;
  at: Int32Array;
  share: Float64Array;
}

function sparseRows(n: number, width: number): SparseRows {
  return { width, at: new Int32Array(n * width), share: new Float64Array(n * width) };
}

const PAIR_WIDTH = 10;
const LEVEL_WIDTH = 4;

function placePairs(table: SalesTable, pairs: RepeatPairs, years: Float64Array, knots: Knots): SparseRows {
  const rows = sparseRows(pairs.n, PAIR_WIDTH);
  for (let p = 0; p < pairs.n; p++) {
    const offset = p * PAIR_WIDTH;
    placeTime(table, pairs.second[p]!, 1, knots, rows, offset);
    placeTime(table, pairs.first[p]!, -1, knots, rows, offset + 4);
    rows.at[offset + 8] = knots.size - 2;
    rows.share[offset + 8] = 1;
    rows.at[offset + 9] = knots.size - 1;
    rows.share[offset + 9] = Math.exp(-years[p]! / SHORT_HOLD_YEARS);
    sortRow(rows, offset);
  }
  return rows;
}

/** Sorts the entries of a pair's row. An unknown that both sales have becomes one entry; the second gets share 0. */
function sortRow({ at, share }: SparseRows, offset: number): void {
  for (let i = offset + 1; i < offset + PAIR_WIDTH; i++) {
    const unknown = at[i]!;
    const own = share[i]!;
    let to = i;
    for (; to > offset && at[to - 1]! > unknown; to--) {
      at[to] = at[to - 1]!;
      share[to] = share[to - 1]!;
    }
    at[to] = unknown;
    share[to] = own;
    if (to > offset && at[to - 1] === unknown) {
      share[to]! += share[to - 1]!;
      share[to - 1] = 0;
    }
  }
}

function placeLevels(table: SalesTable, level: LevelEvidence, knots: Knots): SparseRows {
  const rows = sparseRows(level.row.length, LEVEL_WIDTH);
  for (let k = 0; k < level.row.length; k++) {
    placeTime(table, level.row[k]!, 1, knots, rows, k * LEVEL_WIDTH);
  }
  return rows;
}

/** The deviation of a fitted type at a month time. */
export function deviationAt(deviations: GrowthDeviations, type: number, time: number): number {
  const months = time - deviations.first_time;
  return (
    interpolated(deviations.area, months / AREA_STEP_MONTHS) +
    interpolated(deviations.types[type]!, months / TYPE_STEP_MONTHS)
  );
}

function interpolated(knots: Float64Array, at: number): number {
  if (at <= 0) return knots[0]!;
  const last = knots.length - 1;
  if (at >= last) return knots[last]!;
  const below = Math.floor(at);
  return knots[below]! + (knots[below + 1]! - knots[below]!) * (at - below);
}

function addSteps(matrix: Float64Array, size: number, from: number, count: number, penalty: number): void {
  for (let k = from; k < from + count - 1; k++) {
    matrix[k * size + k]! += penalty;
    matrix[(k + 1) * size + k + 1]! += penalty;
    matrix[(k + 1) * size + k]! -= penalty;
    matrix[k * size + k + 1]! -= penalty;
  }
}

function placeTime(
  table: SalesTable,
  row: number,
  sign: number,
  { start, area_knots, type_knots }: Knots,
  rows: SparseRows,
  offset: number,
): void {
  const months = table.time[row]! - start;
  const base = area_knots + table.type[row]! * type_knots;
  placeKnots(months / AREA_STEP_MONTHS, area_knots, 0, sign, rows, offset);
  placeKnots(months / TYPE_STEP_MONTHS, type_knots, base, sign, rows, offset + 2);
}

function placeKnots(
  position: number,
  count: number,
  base: number,
  sign: number,
  { at, share }: SparseRows,
  offset: number,
): void {
  const clamped = Math.min(Math.max(position, 0), count - 1);
  const below = Math.min(Math.floor(clamped), count - 2);
  at[offset] = base + below;
  at[offset + 1] = base + below + 1;
  share[offset] = sign * (1 - (clamped - below));
  share[offset + 1] = sign * (clamped - below);
}

/** Adds one row to the lower half of the normal equations. `solveSymmetric` reads only that half. */
function addRow(
  matrix: Float64Array,
  right: Float64Array,
  size: number,
  { width, at, share }: SparseRows,
  row: number,
  value: number,
  weight: number,
): void {
  const from = row * width;
  for (let i = from; i < from + width; i++) {
    const weighted = weight * share[i]!;
    if (weighted === 0) continue;
    const down = at[i]!;
    right[down]! += weighted * value;
    const line = down * size;
    for (let j = from; j <= i; j++) matrix[line + at[j]!]! += weighted * share[j]!;
  }
}

function dot(fitted: Float64Array, { width, at, share }: SparseRows, row: number): number {
  let sum = 0;
  for (let i = row * width; i < (row + 1) * width; i++) sum += fitted[at[i]!]! * share[i]!;
  return sum;
}

/**
 * Robust variance of pairs as a linear function of the years between the sales, shrunk towards a prior if pairs are
 * few.
 */
function fitNoise(table: SalesTable, pairs: RepeatPairs, residuals: Float64Array): typeof PRIOR_NOISE {
  const near: number[] = [];
  const far: number[] = [];
  let nearYears = 0;
  let farYears = 0;
  for (let p = 0; p < pairs.n; p++) {
    const years = (table.time[pairs.second[p]!]! - table.time[pairs.first[p]!]!) / 12;
    if (years < 5) {
      near.push(Math.abs(residuals[p]!));
      nearYears += years;
    } else {
      far.push(Math.abs(residuals[p]!));
      farYears += years;
    }
  }
  if (near.length < 50 || far.length < 50) return PRIOR_NOISE;
  const nearVariance = (median(near) / 0.6745) ** 2;
  const farVariance = (median(far) / 0.6745) ** 2;
  const span = farYears / far.length - nearYears / near.length;
  const perYear = Math.min(0.01, Math.max(0.0001, (farVariance - nearVariance) / span));
  const fixed = Math.max(0.004, nearVariance - (perYear * nearYears) / near.length);
  const trust = pairs.n / (pairs.n + 200);
  return {
    fixed: trust * fixed + (1 - trust) * PRIOR_NOISE.fixed,
    per_year: trust * perYear + (1 - trust) * PRIOR_NOISE.per_year,
  };
}
