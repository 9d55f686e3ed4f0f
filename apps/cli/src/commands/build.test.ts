import { expect, it } from 'vitest';
import { secondsLeft } from './build.ts';

const WORKERS = 2;
/** Sales of made-up areas, the largest first: a few cities, many villages. */
const SALES = Array.from({ length: 2300 }, (_, n) => Math.round(60_000 / (1 + n / 150)));
const secondsOf = (sales: number) => 0.05 + sales * 100e-6;

/** Plays a build on so many processes: when each area ends, and what is then done. */
function played() {
  const free_at = Array(WORKERS).fill(0) as number[];
  const ends = SALES.map((sales) => {
    const worker = free_at.indexOf(Math.min(...free_at));
    free_at[worker]! += secondsOf(sales);
    return { at_s: free_at[worker]!, sales };
  }).sort((a, b) => a.at_s - b.at_s);
  const sales = SALES.reduce((sum, n) => sum + n, 0);
  let sales_done = 0;
  return {
    seconds: Math.max(...free_at),
    states: ends.map((end, n) => {
      sales_done += end.sales;
      return { at_s: end.at_s, areas_done: n + 1, sales_done, sales };
    }),
  };
}

it('tells the time left of a build within a factor of two from the first time on', () => {
  const { seconds, states } = played();
  const told = states.flatMap((state) => {
    const left_s = secondsLeft(state.at_s, state, WORKERS);
    return left_s === null ? [] : [{ left_s, true_s: seconds - state.at_s }];
  });
  expect(told.length).toBe(SALES.length - WORKERS + 1);
  for (const { left_s, true_s } of told.slice(0, SALES.length / 2)) {
    expect(left_s / true_s).toBeGreaterThan(0.5);
    expect(left_s / true_s).toBeLessThan(2);
  }
});
