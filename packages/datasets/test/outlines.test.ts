import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

let database: TestDatabase;
let scratch: string;

beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-outlines-test-'));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(() =>
  database.db.query(
    `truncate areas, area_coverage, area_members, area_postcodes, postcodes, addresses, dataset_loads,
       dataset_rejects, derived_builds`,
  ),
);

async function file(rings: number[][][], name: string): Promise<string> {
  const path = join(scratch, name);
  await writeFile(path, JSON.stringify(collection([feature({ name: 'both' }, rings)])));
  return path;
}

const loadAreas = (path: string) =>
  load(database.db, 'planning-data', [path], { home: scratch, mapping: { kind: 'conservation-area' } });

async function addAddresses(points: [uprn: number, easting: number, northing: number][]): Promise<void> {
  for (const [uprn, easting, northing] of points) {
    await database.db.query(
      `insert into addresses (uprn, address, postcode, country, local_authority_code, easting, northing, position, source)
       values ($1, 'MADE UP', 'XE1 2AB', 'England', 'E06999001', $2, $3, point($2, $3), 'address-list')`,
      [uprn, easting, northing],
    );
  }
}
const members = async (): Promise<number[]> => {
  const { rows } = await database.db.query('select uprn from area_members order by uprn');
  return rows.map(({ uprn }) => Number(uprn));
};

it.each<[string, number[][][]]>([
  [
    'a second outline written as a hole',
    [...square(450_000, 250_000, 100), ...square(450_300, 250_000, 400)],
  ],
  [
    'outlines of which each lies in the corner of the other',
    [
      [
        [450_000, 250_000],
        [450_660, 250_000],
        [450_660, 250_020],
        [450_100, 250_020],
        [450_100, 250_300],
        [450_000, 250_300],
        [450_000, 250_000],
      ],
      [
        [450_300, 250_350],
        [450_650, 250_350],
        [450_650, 250_050],
        [450_720, 250_050],
        [450_720, 250_380],
        [450_300, 250_380],
        [450_300, 250_350],
      ],
    ],
  ],
  ['a smaller one', [...square(450_300, 250_000, 400), ...square(450_000, 250_000, 100)]],
  [
    'an outline that crosses itself, with as much on either side',
    [
      [
        [450_000, 250_000],
        [450_700, 250_400],
        [450_700, 250_000],
        [450_000, 250_400],
        [450_000, 250_000],
      ],
    ],
  ],
])('finds the properties in both parts of %s', async (_what, rings) => {
  await addAddresses([
    [1, 450_050, 250_050],
    [2, 450_680, 250_100],
    [3, 450_200, 250_390],
  ]);
  await loadAreas(await file(rings, 'both.geojson'));
  expect(await members()).toEqual([1, 2]);
});

it('adds up the areas of outlines side by side in one polygon', async () => {
  await loadAreas(
    await file([...square(450_000, 250_000, 100), ...square(450_300, 250_000, 400)], 'sum.geojson'),
  );
  const { rows } = await database.db.query('select area_sqm::float8 from areas');
  expect(rows).toEqual([{ area_sqm: 100 ** 2 + 400 ** 2 }]);
});

it('finds no property in a hole that crosses the edge by a millimetre', async () => {
  await addAddresses([
    [1, 450_050, 250_050],
    [2, 450_350, 250_150],
  ]);
  const rings = [...square(450_000, 250_000, 400), ...square(450_300, 250_100, 100.001)];
  await loadAreas(await file(rings, 'hole.geojson'));
  expect(await members()).toEqual([1]);
});
