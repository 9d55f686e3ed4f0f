import { expect, it } from 'vitest';
import { medianInPlace, quantile, selectRanks } from './quantile.ts';

/** Whole numbers in no pattern; the smaller `most`, the more of them are equal. */
function madeUp(length: number, most: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  });
}

const SAMPLES = [0, 1, 2, 3, 11, 12, 13, 14, 40, 257, 1500].flatMap((length) =>
  [1, 2, 7, 1_000_000].map((most) => madeUp(length, most, length + most)),
);

it('moves the values of the requested ranks to their sorted places', () => {
  for (const sample of SAMPLES) {
    const sorted = sample.slice().sort();
    for (const shares of [[0.5], [0.1, 0.25, 0.5, 0.75, 0.9], [0, 1]]) {
      const ranks = [...new Set(shares.map((share) => Math.round((sample.length - 1) * share)))];
      const values = sample.slice();
      selectRanks(values, ranks);
      expect(ranks.map((rank) => values[rank])).toEqual(ranks.map((rank) => sorted[rank]));
      expect(values.sort()).toEqual(sorted);
    }
  }
});

it('finds the same median without sorting as with sorting', () => {
  for (const sample of SAMPLES) {
    expect(medianInPlace(sample.slice())).toBe(quantile(sample, 0.5));
  }
});
