import { describe, expect, it } from 'vitest';
import { nowcast } from './nowcast.ts';

const YEARS = 12;
const MONTHS_AHEAD = 3;

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Monthly log levels that sum up the growth of each month. */
function levelsOf(growth: (month: number) => number): Float64Array {
  const levels = new Float64Array(12 * YEARS);
  for (let m = 1; m < levels.length; m++) levels[m] = levels[m - 1]! + growth(m);
  return levels;
}

/** The error of the nowcast of the level three months after the last known month. */
function missed(growth: (month: number) => number): number {
  const whole = levelsOf(growth);
  const known = whole.slice(0, -MONTHS_AHEAD);
  return nowcast(known, MONTHS_AHEAD).at(-1)! - whole.at(-1)!;
}

describe('the continuation of an index', () => {
  it('follows the newest months if these predicted the series well so far', () => {
    // Two years up, two years down: at the end prices fall, for half a year so far.
    const waves = (m: number) => 0.01 * Math.sign(Math.sin((2 * Math.PI * (m + 30.5)) / 48));
    const known = levelsOf(waves).slice(0, -MONTHS_AHEAD);
    const year = (known.at(-1)! - known.at(-13)!) / 12;
    const byYear = known.at(-1)! + 0.75 * year * MONTHS_AHEAD - levelsOf(waves).at(-1)!;
    expect(Math.abs(missed(waves))).toBeLessThan(0.8 * Math.abs(byYear));
  });

  it('follows the trailing year if the newest months are noise', () => {
    // The error of each month's level is independent, as in an area with few sales.
    const random = randomFrom(17);
    const off = Array.from({ length: 12 * YEARS }, () => 0.1 * (random() - 0.5));
    const noisy = (m: number) => 0.004 + off[m]! - off[m - 1]!;
    const known = levelsOf(noisy).slice(0, -MONTHS_AHEAD);
    const slope = (0.75 * (known.at(-1)! - known.at(-13)!)) / 12;
    const carried = nowcast(known, 24);
    expect(carried[23]! - carried[11]!).toBeCloseTo(12 * slope, 10);
  });

  it('does not read a season as growth', () => {
    const season = (m: number) => 0.03 * Math.sin((2 * Math.PI * m) / 12);
    const seasonal = (m: number) => 0.004 + season(m) - season(m - 1);
    expect(Math.abs(missed(seasonal))).toBeLessThan(0.02);
  });
});
