import { expect, it } from 'vitest';
import { type Letting, testLettings } from './rents.ts';

/** Made up: twelve lettings on each of twenty days. The rents rise within a day. */
const lettings: Letting[] = Array.from({ length: 240 }, (_, i) => ({
  let_on: `2026-03-${String(1 + Math.floor(i / 12)).padStart(2, '0')}`,
  rent_pcm: 800 + 10 * (i % 12) + (i % 7),
}));

it('tests the same lettings in any order, even if many were agreed on one day', () => {
  const tested = testLettings(lettings);
  expect(tested).toMatchObject({ n: 100 });
  expect(testLettings([...lettings].reverse())).toEqual(tested);
  const mixed = lettings.map((_, i) => lettings[(i * 77) % lettings.length]!);
  expect(new Set(mixed).size).toBe(lettings.length);
  expect(testLettings(mixed)).toEqual(tested);
});

it('takes both low and high rents of a day of which it tests only a part', () => {
  // All but the first ten were agreed on one day, and 100 of those are tested.
  const one_day = lettings.map((one, i) => ({ ...one, let_on: i < 10 ? '2026-03-01' : '2026-03-02' }));
  const { n, in_bounds_pct } = testLettings(one_day)!;
  const all = one_day.slice(10).map(({ rent_pcm }) => rent_pcm);
  const before = one_day
    .slice(0, 10)
    .map(({ rent_pcm }) => rent_pcm)
    .sort((a, b) => a - b);
  const estimate = (before[4]! + before[5]!) / 2;
  const inside = all.filter((rent) => rent >= estimate * 0.8 && rent <= estimate * 1.2).length / all.length;
  expect([n, Math.abs(in_bounds_pct / 100 - inside) < 0.02]).toEqual([100, true]);
});
