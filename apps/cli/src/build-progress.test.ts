import { describe, expect, it } from 'vitest';
import { buildReporter, nationalMinutes } from './build-progress.ts';

const WORKERS = 2;
/** Sales of made-up areas, the largest first: a few cities, many villages. */
const COUNTRY = Array.from({ length: 2300 }, (_, n) => Math.round(60_000 / (1 + n / 150)));

interface ProgressLine {
  line: string;
  /** Seconds left according to the line, and the true number. */
  left_s: number;
  true_s: number;
}

/** Simulates the fitting of areas with a simulated clock, and collects the progress lines. */
function progressOf(
  areas: readonly number[],
  { area_s, sale_s }: { area_s: number; sale_s: number },
): ProgressLine[] {
  const free_at = Array(WORKERS).fill(0) as number[];
  const ends = areas
    .map((sales) => {
      const worker = free_at.indexOf(Math.min(...free_at));
      free_at[worker]! += area_s + sales * sale_s;
      return { at_s: free_at[worker]!, sales };
    })
    .sort((a, b) => a.at_s - b.at_s);
  let now_s = 0;
  const lines: ProgressLine[] = [];
  const teller = buildReporter({
    workers: WORKERS,
    now_ms: () => now_s * 1000,
    write: (line) => {
      const [, amount, unit] = /about ([\d.]+) (s|min|h.*) left/.exec(line) ?? [];
      const minutes = Number(/h (\d+) min/.exec(line)?.[1] ?? 0);
      const left_s =
        Number(amount) * (unit === 's' ? 1 : unit === 'min' ? 60 : 3600) + (unit === 's' ? 0 : 60 * minutes);
      lines.push({ line, left_s, true_s: Math.max(...free_at) - now_s });
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
  return lines.slice(1);
}

describe('the progress lines of a build estimate the time left within a factor of two, from the first line on', () => {
  const speeds = {
    'as measured': { area_s: 0.75, sale_s: 0.0005 },
    'on a machine four times as fast': { area_s: 0.19, sale_s: 0.000125 },
    'if an area costs twice as much in addition to its sales': { area_s: 1.5, sale_s: 0.0005 },
  };
  for (const [name, speed] of Object.entries(speeds)) {
    it(`for the whole country, ${name}`, () => {
      const lines = progressOf(COUNTRY, speed).filter(({ true_s }) => true_s > 60);
      expect(lines.length).toBeGreaterThan(100);
      expect(lines[0]!.line).toMatch(/^build: \d+ of 2300 areas fitted, [\d,]+ sales\/s, about .* left$/);
      for (const { left_s, true_s, line } of lines) {
        expect(left_s / true_s, line).toBeGreaterThan(0.5);
        expect(left_s / true_s, line).toBeLessThan(2);
      }
    });
  }

  it('for three areas fitted by two processes, one of which becomes idle', () => {
    const lines = progressOf([8000, 8000, 7900], speeds['as measured']);
    const first = lines.find(({ true_s }) => true_s > 0)!;
    expect(first.left_s / first.true_s).toBeGreaterThan(0.5);
    expect(first.left_s / first.true_s).toBeLessThan(2);
    expect(lines.at(-1)!.left_s).toBe(0);
  });
});

it('estimates the time of a national build only from a fit to at least 100,000 sales', () => {
  expect(nationalMinutes(27, { areas: 12, sales: 240_000 })).toBeGreaterThan(30);
  for (const sales of [0, 3000, 99_999]) expect(nationalMinutes(27, { areas: 3, sales })).toBeNull();
});
