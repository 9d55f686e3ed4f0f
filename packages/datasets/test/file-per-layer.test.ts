import type { LoadOptions } from '@domesday/builds';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

// Made-up maps with a separate file for each layer, as publishers provide them.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() =>
  bench.database.db.query('truncate areas, area_coverage, dataset_loads, dataset_served cascade'),
);

/** Squares. Only their size distinguishes layers, so that a later file has as many areas as the earlier one. */
const map = (properties: object, size: number) =>
  JSON.stringify(
    collection([0, 1, 2].map((i) => feature(properties, square(300_000 + i * 1000, 700_000, size)))),
  );
const bands = async () =>
  (await bench.rows('select distinct band from areas order by band')).map(({ band }) => band);

const LAYERS: [dataset: string, first: [string, object], second: [string, object], options: LoadOptions][] = [
  ['flood-risk-scotland', ['River_high', {}], ['River_low', {}], { covers: ['Scotland'] }],
  ['flood-risk-scotland', ['River_high', {}], ['Coastal_high', {}], { covers: ['Scotland'] }],
  [
    'flood-risk-wales',
    ['FRAW_Rivers', { risk: 'High' }],
    ['FRAW_Sea', { risk: 'High' }],
    { covers: ['Wales'] },
  ],
  [
    'flood-zones-wales',
    ['fmfp_rivers_and_sea', { risk: 'Flood Zone 3' }],
    ['fmfp_surface_water', { risk: 'Flood Zone 3' }],
    { covers: ['Wales'] },
  ],
  ['coastal-erosion', ['NCERM_SMP_2055_70CC', {}], ['NCERM_SMP_2105_70CC', {}], { covers: ['England'] }],
  [
    'planning-data',
    ['grade-I', { Grade: 'I' }],
    ['grade-II', { Grade: 'II' }],
    { mapping: { kind: 'listed-building-outline', covers: ['E06000022'] } },
  ],
];

it.each(LAYERS)(
  '%s: no layer of a map replaces another layer, %j and %j',
  async (dataset, first, second, options) => {
    const load = ([name, properties]: [string, object], size: number, more: object = {}) =>
      bench.load(dataset, `${name}.geojson`, map(properties, size), { ...options, ...more });
    await load(first, 100);
    const served = await bench.rows('select band, attributes from areas order by id');
    await expect(load(second, 200)).rejects.toThrow(/would replace the 3 served areas of .*--force/);
    expect(await bench.rows('select band, attributes from areas order by id')).toEqual(served);
    // Loaded together both layers are served, and a later edition of both replaces them.
    const both = async (size: number) =>
      bench.loadFiles(
        dataset,
        [
          await bench.file(map(first[1], size), `${first[0]}.geojson`),
          await bench.file(map(second[1], size * 2), `${second[0]}.geojson`),
        ],
        options,
      );
    await both(100);
    expect((await bench.rows('select from areas')).length).toBe(6);
    await both(150);
    expect((await bench.rows('select from areas')).length).toBe(6);
    await load(second, 200, { force: true });
    expect((await bench.rows('select from areas')).length).toBe(3);
  },
);

it('warns that homes in areas of a likelihood that was not loaded will be answered as in no area', async () => {
  const warned = async (...names: string[]) => {
    const paths = names.map((name) => bench.file(map({}, 100 * name.length), `${name}.geojson`));
    const { checks } = await bench.loadFiles('flood-risk-scotland', await Promise.all(paths), {
      covers: ['Scotland'],
      force: true,
    });
    return checks.filter(({ name }) => name === 'layers').map(({ detail }) => detail);
  };
  expect(await warned('River_high', 'River_medium')).toMatchObject([
    expect.stringContaining('the files have high, medium alone: homes in areas of a lower likelihood'),
  ]);
  expect(await warned('River_high', 'River_medium', 'River_low')).toEqual([]);
});

it.each([
  ['Highland_river_low', ['low']],
  ['RiverMedium', ['Medium']],
  ['Lowestoft_river_high', ['high']],
  ['river_flow', [null]],
])('reads the likelihood in %s from a separate word only', async (name, expected) => {
  await bench.load('flood-risk-scotland', `${name}.geojson`, map({}, 100));
  expect(await bands()).toEqual(expected);
});

it('does not read a place name that ends in "sea" as a map of the sea', async () => {
  const swansea = bench.load('flood-risk-wales', 'swansea.geojson', map({ risk: 'High' }, 100));
  await expect(swansea).rejects.toThrow('does not say what its areas are');
});
