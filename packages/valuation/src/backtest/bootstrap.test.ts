import { expect, it } from 'vitest';
import { bootstrap } from './bootstrap.ts';

/** Made-up values of `n` clusters of four sales each; `error` gives the error of each sale. */
const scored = (n: number, error: (cluster: number, sale: number) => number) =>
  Array.from({ length: 4 * n }, (_, i) => ({
    cluster: `c${Math.floor(i / 4)}`,
    price: 100_000,
    value: 100_000 * (1 + error(Math.floor(i / 4), i % 4)),
  })) as unknown as Parameters<typeof bootstrap>[0];
const width = ([low, high]: [number, number]) => high - low;

it('gives no intervals for fewer than ten clusters', () => {
  expect(bootstrap(scored(9, () => 0.05))).toBeNull();
  expect(bootstrap(scored(10, () => 0.05))).toEqual({ mdape_pct: [5, 5], pe10_pct: [100, 100] });
});

it('draws whole clusters: errors that are correlated within them give a wider interval than as many independent ones', () => {
  const apart = bootstrap(scored(40, (_, sale) => (sale % 2 ? 0.2 : -0.04)))!;
  const alike = bootstrap(scored(40, (cluster) => (cluster % 2 ? 0.2 : -0.04)))!;
  expect(apart.pe10_pct).toEqual([50, 50]);
  expect(width(alike.pe10_pct)).toBeGreaterThan(20);
  expect(alike.pe10_pct[0]).toBeLessThan(50);
  expect(alike.pe10_pct[1]).toBeGreaterThan(50);
});
