import { solveSymmetric } from '../math/cholesky.ts';
import { median } from '../math/quantile.ts';
import { FITTED_TYPES } from '../places.ts';
import type { SalesTable } from '../sales-table.ts';
import { type Backbone, backboneLevel } from './backbone.ts';
import type { Parameters } from './parameters.ts';
import type { RepeatPairs } from './repeat-pairs.ts';

/**
 * Deviation of an area, and of each type in it, from the published index: knots every quarter for the area and every
 * year for a type, linear in between, constant beyond the ends.
 */
export interface GrowthDeviations {
  first_time: number;
  area: Float64Array;
  types: readonly Float64Array[];
  /** Variance of a pair's residual: a constant, and for each year between its sales. */
  pair_noise: { fixed: number; per_year: number };
}

const AREA_STEP_MONTHS = 3;
const TYPE_STEP_MONTHS = 12;
/** Homes resold soon were often bought to be improved: that gain is not growth. */
const SHORT_HOLD_YEARS = 1.5;
const PRIOR_NOISE = { fixed: 0.026, per_year: 0.0008 };

/** Sales without a pair also inform the level: deflated log price minus the level of their place. */
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
export function fitGrowthDeviations(
  table: SalesTable,
  pairs: RepeatPairs,
  backbone: Backbone,
  until: number,
  parameters: Parameters,
  level: LevelEvidence | null = null,
): GrowthDeviations {
  const start = table.n > 0 ? table.time[0]! : until;
  const areaKnots = Math.max(2, Math.ceil((until - start) / AREA_STEP_MONTHS) + 1);
  const typeKnots = Math.max(2, Math.ceil((until - start) / TYPE_STEP_MONTHS) + 1);
  const held = areaKnots + typeKnots * FITTED_TYPES.length;
  const size = held + 2;
  const growth = new Float64Array(pairs.n);
  const held_years = new Float64Array(pairs.n);
  const quick = new Float64Array(pairs.n);
  for (let p = 0; p < pairs.n; p++) {
    held_years[p] = (table.time[pairs.second[p]!]! - table.time[pairs.first[p]!]!) / 12;
    quick[p] = Math.exp(-held_years[p]! / SHORT_HOLD_YEARS);
    const a = pairs.first[p]!;
    const b = pairs.second[p]!;
    const type = table.type[b]!;
    growth[p] =
      table.log_price[b]! -
      table.log_price[a]! -
      backboneLevel(backbone, type, table.time[b]!) +
      backboneLevel(backbone, type, table.time[a]!);
  }
  const stiffer = Math.max(1, parameters.enough_pairs / Math.max(1, pairs.n));
  const weights = new Float64Array(pairs.n).fill(1);
  let noise = PRIOR_NOISE;
  let knots = new Float64Array(size);
  for (let round = 0; round < parameters.huber_rounds; round++) {
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    for (let i = 0; i < size; i++) matrix[i * size + i] = 1e-3;
    addSteps(matrix, size, 0, areaKnots, parameters.area_step * stiffer);
    for (let t = 0; t < FITTED_TYPES.length; t++) {
      const stepPenalty = (parameters.type_step * stiffer * AREA_STEP_MONTHS) / TYPE_STEP_MONTHS;
      addSteps(matrix, size, areaKnots + t * typeKnots, typeKnots, stepPenalty);
    }
    const at = new Int32Array(10);
    const share = new Float64Array(10);
    at[8] = held;
    at[9] = held + 1;
    const scale = noise.fixed + noise.per_year * 6;
    for (let p = 0; p < pairs.n; p++) {
      placePair(table, pairs, p, start, areaKnots, typeKnots, at, share);
      const years = held_years[p]!;
      share[8] = 1;
      share[9] = quick[p]!;
      const weight = (weights[p]! * scale) / (noise.fixed + noise.per_year * years);
      addRow(matrix, right, size, at, share, 10, growth[p]!, weight);
    }
    if (level && parameters.level_weight > 0) {
      const weight = (parameters.level_weight * scale) / level.variance;
      const limit = parameters.huber_sd * Math.sqrt(level.variance);
      for (let k = 0; k < level.row.length; k++) {
        placeTime(table, level.row[k]!, 1, start, areaKnots, typeKnots, at, share, 0);
        const excess = Math.abs(level.residual[k]! - dot(knots, at, share, 4));
        addRow(matrix, right, size, at, share, 4, level.residual[k]!, weight * Math.min(1, limit / excess));
      }
    }
    knots = solveSymmetric(matrix, right, size) as Float64Array<ArrayBuffer>;
    const residuals = new Float64Array(pairs.n);
    for (let p = 0; p < pairs.n; p++) {
      placePair(table, pairs, p, start, areaKnots, typeKnots, at, share);
      share[8] = 1;
      share[9] = quick[p]!;
      residuals[p] = growth[p]! - dot(knots, at, share, 10);
    }
    noise = fitNoise(table, pairs, residuals);
    for (let p = 0; p < pairs.n; p++) {
      const years = held_years[p]!;
      const limit = parameters.huber_sd * Math.sqrt(noise.fixed + noise.per_year * years);
      weights[p] = Math.min(1, limit / Math.abs(residuals[p]!));
    }
  }
  return {
    first_time: start,
    area: knots.slice(0, areaKnots),
    types: FITTED_TYPES.map((_, t) =>
      knots.slice(areaKnots + t * typeKnots, areaKnots + (t + 1) * typeKnots),
    ),
    pair_noise: noise,
  };
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

function placePair(
  table: SalesTable,
  pairs: RepeatPairs,
  p: number,
  start: number,
  areaKnots: number,
  typeKnots: number,
  at: Int32Array,
  share: Float64Array,
): void {
  placeTime(table, pairs.second[p]!, 1, start, areaKnots, typeKnots, at, share, 0);
  placeTime(table, pairs.first[p]!, -1, start, areaKnots, typeKnots, at, share, 4);
}

function placeTime(
  table: SalesTable,
  row: number,
  sign: number,
  start: number,
  areaKnots: number,
  typeKnots: number,
  at: Int32Array,
  share: Float64Array,
  offset: number,
): void {
  const months = table.time[row]! - start;
  const base = areaKnots + table.type[row]! * typeKnots;
  placeKnots(months / AREA_STEP_MONTHS, areaKnots, 0, sign, at, share, offset);
  placeKnots(months / TYPE_STEP_MONTHS, typeKnots, base, sign, at, share, offset + 2);
}

function placeKnots(
  position: number,
  count: number,
  base: number,
  sign: number,
  at: Int32Array,
  share: Float64Array,
  offset: number,
): void {
  const clamped = Math.min(Math.max(position, 0), count - 1);
  const below = Math.min(Math.floor(clamped), count - 2);
  at[offset] = base + below;
  at[offset + 1] = base + below + 1;
  share[offset] = sign * (1 - (clamped - below));
  share[offset + 1] = sign * (clamped - below);
}

function addRow(
  matrix: Float64Array,
  right: Float64Array,
  size: number,
  at: Int32Array,
  share: Float64Array,
  count: number,
  value: number,
  weight: number,
): void {
  for (let i = 0; i < count; i++) {
    const left = weight * share[i]!;
    if (left === 0) continue;
    right[at[i]!]! += left * value;
    const row = at[i]! * size;
    for (let j = 0; j < count; j++) matrix[row + at[j]!]! += left * share[j]!;
  }
}

function dot(knots: Float64Array, at: Int32Array, share: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += knots[at[i]!]! * share[i]!;
  return sum;
}

/**
 * Robust pair variance as a linear function of the years between the sales, shrunk towards a prior for small samples.
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
