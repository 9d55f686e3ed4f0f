import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Files of parts, such as months, which a later load replaces completely. Every row is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const ROWS = 200;
const lines = (header: string, row: (n: number) => string, rows: number) =>
  [header, ...Array.from({ length: rows }, (_, n) => row(n))].map((line) => `${line}\n`).join('');
const crimes = (month: string, rows: number) =>
  lines(
    'Crime ID,Month,Falls within,LSOA code,Crime type',
    (n) => `c${n},${month},Xan Police,E0199900${n % 5},Burglary`,
    rows,
  );
const rents = (rows: number) =>
  lines('weekly_rent,year,brma,lha_category,region', (n) => `${100 + n},2024,XAN_SHORE,B,XAN`, rows);
const served = async () => [
  (await bench.rows('select sum(incidents)::int as n from crime_counts'))[0].n,
  (await bench.rows("select sum(n)::int as n from lha_rents where category <> 'B-E'"))[0].n,
];

describe('a file that is loaded again with half of its rows', () => {
  it.each([
    ['police-crime', '2024-01-xan-street.csv', (rows: number) => crimes('2024-01', rows)],
    ['lha-list-of-rents', 'rents.csv', rents],
  ])('replaces no month or area of %s', async (dataset, name, file) => {
    await bench.load(dataset, name, file(ROWS));
    const before = await served();
    await expect(bench.load(dataset, name, file(ROWS / 2))).rejects.toThrow(
      '100 rows, 200 before: more than a tenth of them would be gone',
    );
    expect(await served()).toEqual(before);
    await bench.load(dataset, name, file(ROWS / 2), { force: true });
    expect(await served()).not.toEqual(before);
  });

  it('causes a warning if only one month of many lost rows', async () => {
    const months = (rows: number) =>
      Array.from({ length: 9 }, (_, i) => crimes(`2025-0${i + 1}`, i === 0 ? rows : ROWS)).join('');
    await bench.load('police-crime', 'archive.csv', months(ROWS));
    const { checks } = await bench.load('police-crime', 'archive.csv', months(ROWS / 2));
    expect(checks.find(({ name }) => name === 'fallen_months')?.detail).toContain(
      'Xan Police 2025-01 (100, 200 before)',
    );
  });
});
