import { describe, expect, it } from 'vitest';
import { buildReporter, nationalMinutes } from './build-progress.ts';

const WORKERS = 2;
/** Sales of made-up areas, the largest first: a few cities, many villages. */
const COUNTRY = Array.from({ length: 2300 }, (_, n) => Math.round(60_000 / (1 + n / 150)));

interface Told {
  line: string;
  /** Seconds left according to the line, and the true number. */
  left_s: number;
  true_s: number;
}

/** Simulates the fitting of areas with a simulated clock, and collects the progress lines. */
function played(areas: readonly number[], { area_s, sale_s }: { area_s: number; sale_s: number }): Told[] {
  const free_at = Array(WORKERS).fill(0) as number[];
  const ends = areas
    .map((sales) => {
      const worker = free_at.indexOf(Math.min(...free_at));
      free_at[worker]! += area_s + sales * sale_s;
      return { at_s: free_at[worker]!, sales };
    })
    .sort((a, b) => a.at_s - b.at_s);
  let now_s = 0;
  const told: Told[] = [];
  const teller = buildReporter({
    workers: WORKERS,
    now_ms: () => now_s * 1000,
    write: (line) => {
      const [, amount, unit] = /about ([\d.]+) (s|min|h.*) left/.exec(line) ?? [];
      const minutes = Number(/h (\d+) min/.exec(line)?.[1] ?? 0);
      const left_s =
        Number(amount) * (unit === 's' ? 1 : unit === 'min' ? 60 : 3600) + (unit === 's' ? 0 : 60 * minutes);
      told.push({ line, left_s, true_s: Math.max(...free_at) - now_s });
    },
  });
  teller.step('fitting');
  let sales_done = 0;
  const sales = areas.reduce((sum, n) => sum + n, 0);
  ends.forEach((end, n) => {
    now_s = end.at_s;
    sales_done += end.sales;
    teller.fitted({ area: 'XE1', areas_done: n + 1, areas: areas.length, sales_done, sales });
  });
  return told.slice(1);
}

describe('a build tells the time left within a factor of two from the first line on', () => {
  const speeds = {
    'as measured': { area_s: 0.75, sale_s: 0.0005 },
    'on a machine four times as fast': { area_s: 0.19, sale_s: 0.000125 },
    'where areas cost twice as much beside their sales': { area_s: 1.5, sale_s: 0.0005 },
  };
  for (const [name, speed] of Object.entries(speeds)) {
    it(`of the country, ${name}`, () => {
      const told = played(COUNTRY, speed).filter(({ true_s }) => true_s > 60);
      expect(told.length).toBeGreaterThan(100);
      expect(told[0]!.line).toMatch(/^build: \d+ of 2300 areas fitted, [\d,]+ sales\/s, about .* left$/);
      for (const { left_s, true_s, line } of told) {
        expect(left_s / true_s, line).toBeGreaterThan(0.5);
        expect(left_s / true_s, line).toBeLessThan(2);
      }
    });
  }

  it('of three areas by two processes, of which one is then idle', () => {
    const told = played([8000, 8000, 7900], speeds['as measured']);
    const first = told.find(({ true_s }) => true_s > 0)!;
    expect(first.left_s / first.true_s).toBeGreaterThan(0.5);
    expect(first.left_s / first.true_s).toBeLessThan(2);
    expect(told.at(-1)!.left_s).toBe(0);
  });
});

it('tells the time for the whole country by a fit to enough sales, and by no smaller one', () => {
  expect(nationalMinutes(27, { areas: 12, sales: 240_000 })).toBeGreaterThan(30);
  for (const sales of [0, 3000, 99_999]) expect(nationalMinutes(27, { areas: 3, sales })).toBeNull();
});
