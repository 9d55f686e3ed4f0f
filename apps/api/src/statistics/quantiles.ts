import type { Schema } from '@domesday/contract';

/** Fewest observations for any figure, for quartiles and extremes, and for the tails. */
export const MINIMUM_SAMPLE = 5;
const FOR_QUARTILES = 10;
const FOR_TAILS = 20;

/** Pounds to the penny; percentages to two decimals. */
export function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The distribution of a sample, with what it is too small for left null. Linear interpolation between ranks. */
export function quantilesOf(values: readonly number[]): Schema<'Quantiles'> {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const at = (q: number, least: number): number | null => (n < least ? null : twoDecimals(rank(sorted, q)));
  return {
    n,
    mean: n < MINIMUM_SAMPLE ? null : twoDecimals(sorted.reduce((sum, v) => sum + v, 0) / n),
    median: at(0.5, MINIMUM_SAMPLE),
    p10: at(0.1, FOR_TAILS),
    p25: at(0.25, FOR_QUARTILES),
    p75: at(0.75, FOR_QUARTILES),
    p90: at(0.9, FOR_TAILS),
    min: at(0, FOR_QUARTILES),
    max: at(1, FOR_QUARTILES),
  };
}

function rank(sorted: readonly number[], q: number): number {
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1);
}
