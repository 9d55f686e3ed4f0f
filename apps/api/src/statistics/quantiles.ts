import type { Schema } from '@domesday/contract';

type Quantiles = Schema<'Quantiles'>;

/** Fewest observations for any figure, for quartiles and extremes, and for the tails. */
export const MINIMUM_SAMPLE = 5;
export const FOR_QUARTILES = 10;
export const FOR_TAILS = 20;

/** Pounds to the penny; percentages to two decimals. */
export function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The distribution of a sample; quantiles for which it is too small are null. Linear interpolation between ranks.
 */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const at = (q: number) => rank(sorted, q);
  return withMinimums({
    n,
    mean: sorted.reduce((sum, v) => sum + v, 0) / n,
    median: at(0.5),
    p10: at(0.1),
    p25: at(0.25),
    p75: at(0.75),
    p90: at(0.9),
    min: at(0),
    max: at(1),
  });
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
export function medianOf(values: readonly number[]): number {
  return rank(Float64Array.from(values).sort(), 0.5);
}

function rank(sorted: Float64Array, q: number): number {
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? 0;
  return below + ((sorted[Math.ceil(place)] ?? 0) - below) * (place % 1);
}
