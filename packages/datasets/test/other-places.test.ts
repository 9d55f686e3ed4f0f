import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

// A made-up map of one council, loaded as covering one place and then another.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() =>
  bench.database.db.query('truncate areas, area_coverage, dataset_loads, dataset_served cascade'),
);

const map = (names: string[]) =>
  JSON.stringify(
    collection(
      names.map((name) =>
        feature({ name }, square(300_000 + name.charCodeAt(0) * 1000, 200_000, 100 + name.charCodeAt(0))),
      ),
    ),
  );
const load = (names: string[], covers?: string[]) =>
  bench.load('planning-data', 'areas.geojson', map(names), {
    mapping: { kind: 'conservation-area', ...(covers ? { covers } : {}) },
  });
const otherPlaces = async (loading: ReturnType<typeof load>) =>
  (await loading).checks.filter(({ name }) => name === 'other_places').map(({ detail }) => detail);
const served = async () =>
  (await bench.rows('select name, scope from areas order by name, scope')).map(({ name, scope }) => [
    name,
    scope,
  ]);

const OLD = ['a', 'b', 'c', 'd'];
/** The next edition: it has one new area and lacks one old area. */
const NEXT = ['a', 'b', 'c', 'e'];

it.each([
  [undefined, ['E06999001'], 'without --covers'],
  [['E06999001'], ['E06999001', 'E06999002'], 'for E06999001'],
  [['E06999001'], ['England'], 'for E06999001'],
])('serves a map only once if it was loaded for %j and then for %j', async (first, second, before) => {
  await load(OLD, first);
  expect(await otherPlaces(load(NEXT, second))).toEqual([
    `The areas of conservation-area that were loaded ${before} are also in these files, and are replaced.`,
  ]);
  expect(await served()).toEqual(NEXT.map((name) => [name, second.join(' ')]));
  expect(await bench.rows('select distinct scope from area_coverage')).toEqual([{ scope: second.join(' ') }]);
});

it('assumes the same place for the next edition of a map if no place is named again', async () => {
  await load(OLD, ['E06999001']);
  expect(await otherPlaces(load(NEXT))).toEqual([
    'The areas of conservation-area that were loaded for E06999001 are also in these files, and are replaced. No other place was named, so these files are taken to be complete for the same places.',
  ]);
  expect(await served()).toEqual(NEXT.map((name) => [name, 'E06999001']));
  const coverage = await bench.rows('select scope, authority_code as code from area_coverage');
  expect(coverage).toEqual([{ scope: 'E06999001', code: 'E06999001' }]);
});

describe('a map that was loaded under a wrong code', () => {
  /** Postcodes of two councils: those of the first lie in the map, those of the second 300 km away. */
  const directory = `pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry\n${[
    ['XE1 0AB', 'E06999001', 398_000, 200_000],
    ['XW1 0AB', 'E06999002', 600_000, 500_000],
  ]
    .map(([code, council, e, n]) => `${code},198001,,${council},${e},${n},1,E92000001\n`)
    .join('')}`;
  afterAll(() => bench.database.db.query('truncate postcodes'));

  it.each([
    ['of which no postcode is loaded', 'E06999099'],
    ['of a council that lies elsewhere', 'E06999002'],
  ])('is replaced by the same map under the right code, if the wrong code is one %s', async (_, wrong) => {
    await bench.load('onspd', 'ONSPD.csv', directory, { force: true });
    await load(OLD, [wrong]);
    expect(await otherPlaces(load(NEXT, ['E06999001']))).toEqual([
      `The areas of conservation-area that were loaded for ${wrong} are also in these files, and are replaced.`,
    ]);
    expect(await served()).toEqual(NEXT.map((name) => [name, 'E06999001']));
    expect(await bench.rows('select distinct scope from area_coverage')).toEqual([{ scope: 'E06999001' }]);
  });

  it('does not count as such if a postcode of its council lies among its areas', async () => {
    await bench.load('onspd', 'ONSPD.csv', directory, { force: true });
    await load(OLD, ['E06999001']);
    expect(await otherPlaces(load(NEXT, ['E06999002']))).toEqual([]);
    expect(await bench.rows('select distinct scope from area_coverage order by 1')).toEqual([
      { scope: 'E06999001' },
      { scope: 'E06999002' },
    ]);
  });
});

describe("a council's map and the national one", () => {
  // The council has `x`, which the nation lacks; the nation has areas far away.
  const COUNCIL = ['a', 'b', 'x'];
  const NATION = ['a', 'b', ...'KLMNOPQR'];
  const once = [
    ...[...'KLMNOPQR'].map((name) => [name, 'all']),
    ...COUNCIL.map((name) => [name, 'E06999001']),
  ];
  const sorted = async () => (await served()).sort((one, other) => (one[0] < other[0] ? -1 : 1));

  it('serve each area once and lose none, whichever is loaded first and however often', async () => {
    await load(COUNCIL, ['E06999001']);
    expect(await otherPlaces(load(NATION))).toEqual([
      '2 of the areas of conservation-area that were loaded for E06999001 are among these: they are served once, as loaded before.',
    ]);
    expect(await sorted()).toEqual(once);
    await load([...NATION, 'S'], undefined);
    expect(await sorted()).toEqual([...once.slice(0, 8), ['S', 'all'], ...once.slice(8)]);

    await bench.database.db.query('truncate areas, area_coverage, dataset_loads, dataset_served cascade');
    await load(NATION);
    expect(await otherPlaces(load(COUNCIL, ['E06999001']))).toEqual([
      '2 of the areas of conservation-area that were loaded without --covers are among these: they are served once, as loaded now.',
    ]);
    expect(await sorted()).toEqual(once);
  });

  it('recognise an area with rounded corners, and distinguish points by their reference', async () => {
    const at = (e: number, properties: Record<string, string>) => ({
      ...feature(properties, square(e, 200_000, 0)),
      geometry: { type: 'Point', coordinates: [e, 200_000] },
    });
    const points = (shift: number, references: string[]) =>
      JSON.stringify(collection(references.map((reference) => at(300_000 + shift, { reference }))));
    const put = (text: string, covers?: string[]) =>
      bench.load('planning-data', 'points.geojson', text, {
        mapping: { kind: 'listed-building', ...(covers ? { covers } : {}) },
      });
    await put(points(0, ['1', '2']), ['E06999001']);
    const far = JSON.parse(points(300_000, ['4', '5']));
    const nation = JSON.parse(points(1, ['1', '2', '3']));
    await put(JSON.stringify({ ...nation, features: [...nation.features, ...far.features] }));
    expect(await bench.rows('select reference, scope from areas order by reference')).toEqual([
      { reference: '1', scope: 'E06999001' },
      { reference: '2', scope: 'E06999001' },
      ...['3', '4', '5'].map((reference) => ({ reference, scope: 'all' })),
    ]);
  });
});

it('keeps the maps of two councils beside each other, even if they share areas', async () => {
  await load(['a', 'b', 'c', 'd'], ['E06999001']);
  expect(await otherPlaces(load(['x', 'y', 'z'], ['E06999002']))).toEqual([]);
  expect(await otherPlaces(load(['a', 'b', 'c', 'w'], ['W06999003']))).toEqual([]);
  expect((await served()).length).toBe(11);
});
