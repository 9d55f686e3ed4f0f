import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedZip } from './stored-zip.ts';

// Every figure in this file is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.rows('truncate area_figures, dataset_loads cascade'));

const BANDS = 'abcdefgh'.split('').map((letter) => `band_${letter}`);
const STOCK = ['geography', 'ba_code', 'ecode', 'area_name', ...BANDS, 'band_i', 'all_properties'];
const stock = (dwellings: number) =>
  table(STOCK, [
    {
      geography: 'LSOA',
      ecode: 'E01999001',
      area_name: 'Xan 001A',
      ...Object.fromEntries(BANDS.map((band) => [band, dwellings])),
      band_i: '..',
      all_properties: dwellings * 8,
    },
  ]);
const zones = (rows: [year: number, dwellings: number][], year = 'Year') =>
  table(
    ['Geography_Code', year, 'Council Tax Band', 'Value'],
    rows.flatMap(([of, dwellings]) =>
      ['A', 'B'].map((band) => ({
        Geography_Code: 'S01999001',
        [year]: of,
        'Council Tax Band': `Band ${band}`,
        Value: dwellings,
      })),
    ),
  );
const income = (year: number, pounds: number) =>
  `Financial year ending ${year}\n\nMSOA code,MSOA name,Total annual income (£)\nE02999001,Xan 001,${pounds}\n`;

type File = [name: string, text: string];
/** For each dataset, a file of a newer edition, a file of an older one, and the total and edition of the newer. */
const EDITIONS: [
  what: string,
  dataset: string,
  newer: File,
  older: File,
  expected: [as_of: string, total: number],
][] = [
  [
    'stock',
    'council-tax-bands',
    ['CTSOP1_1_2025_03_31.csv', stock(20)],
    ['CTSOP1_1_2024_03_31.csv', stock(30)],
    ['2025-03', 160],
  ],
  [
    'stock by year',
    'council-tax-bands',
    ['stock of 2025.csv', stock(20)],
    ['stock of 2024.csv', stock(30)],
    ['2025', 160],
  ],
  [
    'stock without a year',
    'council-tax-bands',
    ['CTSOP1_1_2025_03_31.csv', stock(20)],
    ['stock.csv', stock(30)],
    ['2025-03', 160],
  ],
  [
    'data zones',
    'council-tax-bands',
    ['zones.csv', zones([[2025, 20]])],
    ['more.csv', zones([[2024, 30]])],
    ['2025', 40],
  ],
  [
    'income',
    'small-area-income',
    ['a.csv', income(2023, 47_000)],
    ['b.csv', income(2020, 51_000)],
    ['2023', 47_000],
  ],
  [
    'classes',
    'urban-rural',
    ['classes.csv', 'DataZone,UrbanRural8fold2020\nS01999001,6\n'],
    ['DZ2011_SGUR2016_Lookup.csv', 'DZ_CODE,DZ_NAME,UR8FOLD\nS01999001,Xan,3\n'],
    ['2020', 1],
  ],
];
const served = async () =>
  (await bench.rows('select as_of, total from area_figures')).map(({ as_of, total }) => [as_of, total]);
const warned = (checks: readonly { name: string; status: string }[]) =>
  checks.filter(({ name }) => name === 'editions' || name === 'older_release').map(({ name }) => name);

describe('the newest of several editions of figures counts, and the load warns', () => {
  it.each(EDITIONS)('%s, in one load in either order', async (_, dataset, newer, older, expected) => {
    for (const [way, files] of [
      [older, newer],
      [newer, older],
    ].entries()) {
      const paths = await Promise.all(
        files.map(([name, text], i) => bench.file(text, `${dataset}-${name}-${way}/${i}/${name}`)),
      );
      const { checks } = await bench.loadFiles(dataset, paths, { force: true });
      expect(await served()).toEqual([expected]);
      expect(warned(checks)).toEqual(['editions']);
      await bench.rows('truncate area_figures, dataset_loads cascade');
    }
  });

  it.each(EDITIONS)(
    '%s: an older load after a newer one gives a warning',
    async (_, dataset, newer, older) => {
      expect(warned((await bench.load(dataset, ...older)).checks)).toEqual([]);
      expect(warned((await bench.load(dataset, ...newer)).checks)).toEqual([]);
      expect(warned((await bench.load(dataset, ...older, { force: true })).checks)).toEqual([
        'older_release',
      ]);
    },
  );

  it('for an archive, whatever the order of its files', async () => {
    const zip = storedZip({ 'CTSOP1_1_2025_03_31.csv': stock(20), 'CTSOP1_1_2024_03_31.csv': stock(30) });
    const { checks } = await bench.load('council-tax-bands', 'CTSOP1_1.zip', zip);
    expect(await served()).toEqual([['2025-03', 160]]);
    expect(checks.find(({ name }) => name === 'editions')?.detail).toBe(
      'The figures of 1 area are of several editions, 2024-03 to 2025-03: the newest of each counts.',
    );
  });

  it.each(['Year', 'DateCode'])('for a table with the years in the column %s', async (year) => {
    await bench.load(
      'council-tax-bands',
      'zones.csv',
      zones(
        [
          [2025, 20],
          [2024, 30],
        ],
        year,
      ),
    );
    expect(await served()).toEqual([['2025', 40]]);
  });
});

describe('council-tax-bands', () => {
  it('refuses a table with two values for one figure, since the higher would be served', async () => {
    const refused = await bench.refusal(
      'council-tax-bands',
      'zones.csv',
      zones([
        [2025, 20],
        [2025, 30],
      ]),
    );
    expect(refused.message).toContain(
      'two different values for 2 figures of the same area, category and year',
    );
  });

  it.each([
    ['of the kinds of dwelling by band', ['band', 'bungalow_1', 'house_terraced_2', 'all_properties']],
    [
      'in which a band has another name',
      [...BANDS.filter((band) => band !== 'band_c'), 'c', 'all_properties'],
    ],
  ])('refuses a table %s, which would replace the bands', async (_, columns) => {
    const header = ['geography', 'ba_code', 'ecode', 'area_name', ...columns];
    const row = { geography: 'LSOA', ecode: 'E01999001', area_name: 'Xan', band: 'A', all_properties: 90 };
    await bench.load('council-tax-bands', 'CTSOP1_1_2025_03_31.csv', stock(20));
    const refused = await bench.refusal('council-tax-bands', 'CTSOP3_1_2025_03_31.csv', table(header, [row]));
    expect(refused.message).toContain('band_c');
    expect(await served()).toEqual([['2025-03', 160]]);
  });

  it('takes the year from the name of the workbook if the sheet has none', async () => {
    const { registry } = await import('@domesday/datasets/registry');
    const { recognise } = registry['council-tax-bands'] as Extract<
      (typeof registry)['council-tax-bands'],
      { recognise: unknown }
    >;
    const row: (string | number | boolean | null)[] = [];
    const layout = recognise(
      { name: 'CTSOP1_1', text: stock(20), workbook: 'CTSOP1_1_2025_03_31.ods' },
      null,
    );
    if ('refused' in layout) throw new Error(layout.refused);
    layout.map(stock(20).split('\n')[1]!.replaceAll('"', '').split(','), row);
    expect(row).toContain('2025-03');
  });
});
