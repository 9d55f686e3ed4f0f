import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
const told = async (loading: ReturnType<typeof load>) =>
  (await loading).checks.filter(({ name }) => name === 'other_places').map(({ detail }) => detail);
const served = async () =>
  (await bench.rows('select name, scope from areas order by name, scope')).map(({ name, scope }) => [
    name,
    scope,
  ]);

const OLD = ['a', 'b', 'c', 'd'];
/** The next edition, in which one area is new and one is no more. */
const NEXT = ['a', 'b', 'c', 'e'];

it.each([
  [undefined, ['E06999001'], 'without --covers'],
  [['E06999001'], ['E06999001', 'E06999002'], 'for E06999001'],
  [['E06999001'], ['England'], 'for E06999001'],
])('serves a map once that was loaded for %j and then for %j', async (first, second, before) => {
  await load(OLD, first);
  expect(await told(load(NEXT, second))).toEqual([
    `The areas of conservation-area that were loaded ${before} are among these, and give way.`,
  ]);
  expect(await served()).toEqual(NEXT.map((name) => [name, second.join(' ')]));
  expect(await bench.rows('select distinct scope from area_coverage')).toEqual([{ scope: second.join(' ') }]);
});

it('does not serve a map twice because its place is not told again, and says which it was', async () => {
  await load(OLD, ['E06999001']);
  await expect(load(NEXT)).rejects.toThrow(
    'Load these with --covers E06999001 or, where they are of more places than that, take the dataset out',
  );
  expect(await served()).toEqual(OLD.map((name) => [name, 'E06999001']));
});

it('lets the maps of two councils stand beside each other, also where they share areas', async () => {
  await load(['a', 'b', 'c', 'd'], ['E06999001']);
  expect(await told(load(['x', 'y', 'z'], ['E06999002']))).toEqual([]);
  expect(await told(load(['a', 'b', 'c', 'w'], ['W06999003']))).toEqual([]);
  expect((await served()).length).toBe(11);
});
