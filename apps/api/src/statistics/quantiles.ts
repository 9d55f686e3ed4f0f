import type { Schema } from '@domesday/contract';
import { medianInPlace, selectRanks } from '@domesday/valuation';

type Quantiles = Schema<'Quantiles'>;

/** Fewest observations for any figure, for quartiles and extremes, and for the tails. */
export const MINIMUM_SAMPLE = 5;
export const FOR_QUARTILES = 10;
export const FOR_TAILS = 20;

/** Rounds pounds to the penny and percentages to two decimals. */
export function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The distribution of a sample; quantiles for which it is too small are null. Linear interpolation between ranks.
 */
export function quantilesOf(values: ArrayLike<number>): Quantiles {
  const own = new Float64Array(values);
  const n = own.length;
  const places = QUANTILES.map((q) => (n - 1) * q);
  selectRanks(own, ascending(places));
  const [p10, p25, median, p75, p90] = places.map((place) => at(own, place));
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of own) {
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return withMinimums({
    n,
    mean: sum / n,
    median: median!,
    p10: p10!,
    p25: p25!,
    p75: p75!,
    p90: p90!,
    min,
    max,
  });
}

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];

function ascending(places: readonly number[]): number[] {
  const ranks: number[] = [];
  for (const place of places) {
    for (const rank of [Math.floor(place), Math.ceil(place)])
      if (rank > (ranks.at(-1) ?? -1)) ranks.push(rank);
  }
  return ranks;
}

/** Figures of a sample, rounded; those for which it is too small are null. */
export function withMinimums(q: { [Key in keyof Quantiles]: number }): Quantiles {
  const from = (least: number, value: number) => (q.n >= least ? twoDecimals(value) : null);
  return {
    n: q.n,
    mean: from(MINIMUM_SAMPLE, q.mean),
    median: from(MINIMUM_SAMPLE, q.median),
    p10: from(FOR_TAILS, q.p10),
    p25: from(FOR_QUARTILES, q.p25),
    p75: from(FOR_QUARTILES, q.p75),
    p90: from(FOR_TAILS, q.p90),
    min: from(FOR_QUARTILES, q.min),
    max: from(FOR_QUARTILES, q.max),
  };
}

/** The median of a sample, unrounded; linear interpolation between ranks. */
export function medianOf(values: ArrayLike<number>): number {
  return medianInPlace(new Float64Array(values));
}

function at(values: Float64Array, place: number): number {
  const below = values[Math.floor(place)] ?? 0;
  return below + ((values[Math.ceil(place)] ?? 0) - below) * (place % 1);
}
