import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGeojson } from './geojson.ts';
import type { ReadItem } from './items.ts';
import { readFeatures } from './read.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-endless-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const GUARDS = { maxBytes: 1e9, maxRatio: 50, maxEntries: 100 };
/** More items than any of these files may give. */
const MOST = 100_000;

async function read(path: string): Promise<ReadItem[]> {
  const file = { path, name: 'made-up', bytes: (await stat(path)).size, folder: false };
  const items: ReadItem[] = [];
  for await (const item of readFeatures(file as never, { guards: GUARDS }))
    if (items.push(item) > MOST) throw new Error('read without end');
  return items;
}

async function readContent(name: string, content: string | Uint8Array): Promise<ReadItem[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  return read(path);
}

/** Made up: one area; `dimension` is the declared number of coordinates of each position. */
const gml = (dimension: string) =>
  `<FeatureCollection xmlns:gml="g"><gml:featureMember><a><ref>x</ref><geom>
    <gml:Polygon srsName="EPSG:27700" srsDimension="${dimension}"><gml:exterior><gml:LinearRing>
    <gml:posList>1 2 3 4 5 6 1 2</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>
  </geom></a></gml:featureMember></FeatureCollection>`;

/** Made up: a shapefile with one polygon; `starts` are the indices of the first point of each part. */
function shapefile(starts: number[], points: number): Buffer {
  const record = Buffer.alloc(44 + starts.length * 4 + points * 16);
  record.writeInt32LE(5, 0);
  record.writeInt32LE(starts.length, 36);
  record.writeInt32LE(points, 40);
  for (const [i, start] of starts.entries()) record.writeInt32LE(start, 44 + i * 4);
  const head = Buffer.alloc(108);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE(1, 100);
  head.writeInt32BE(record.length / 2, 104);
  return Buffer.concat([head, record]);
}

describe('a small file that declares more than it has', () => {
  // A negative or a tiny number would be read for ever.
  it.each(['0.5', '1', '7', 'none'])(
    'GML that declares %s numbers for each position is read with two',
    async (declared) => {
      const [item] = await readContent('a.gml', gml(declared));
      expect(item).toMatchObject({
        feature: {
          geometry: {
            geometries: [
              {
                coordinates: [
                  [
                    [
                      [1, 2],
                      [3, 4],
                      [5, 6],
                      [1, 2],
                    ],
                  ],
                ],
              },
              {},
              {},
            ],
          },
        },
      });
    },
  );

  it('a shapefile whose parts share points is refused', async () => {
    for (const starts of [
      [0, 4, 0, 4],
      [0, 9],
      [-1, 2],
    ])
      await expect(readContent('a.shp', shapefile(starts, 8))).rejects.toThrow(
        'the parts of a record overlap',
      );
    const read = await readContent('a.shp', shapefile([0, 4], 8));
    expect(read.filter((item) => 'feature' in item)).toHaveLength(1);
  });

  it('a GeoPackage with a view that has endless rows is refused', async () => {
    const path = join(folder, 'a.gpkg');
    const made = new sqlite.Database(path);
    made.exec(`
      create table gpkg_geometry_columns (table_name text, column_name text, srs_id int);
      create table gpkg_spatial_ref_sys (srs_id int, organization text, organization_coordsys_id int);
      insert into gpkg_geometry_columns values ('v', 'geom', 1);
      create view v as with recursive c (x) as (select 1 union all select x + 1 from c) select x, x'00' as geom from c`);
    made.close();
    await expect(read(path)).rejects.toThrow('a view in it makes rows without end');
  });
});

describe('GeoJSON with other lists before its features', () => {
  const lists = Array.from({ length: 40_000 }, (_, i) => `"list ${i}":[]`).join(',');
  const point = '{"type":"Feature","properties":{"a":"b"},"geometry":{"type":"Point","coordinates":[1,2]}}';
  const text = (before: string) => `{"type":"FeatureCollection",${before},"features" : [${point},${point}]}`;
  async function featuresOf(pieces: string[]): Promise<number> {
    async function* decoded() {
      for (const piece of pieces) yield { text: piece, suspect: false, special: true };
    }
    let features = 0;
    for await (const item of readGeojson(decoded())) if ('feature' in item) features++;
    return features;
  }

  it('is read, however many lists there are', async () => {
    expect(await featuresOf([text(lists)])).toBe(2);
  });

  it('is read, wherever its text is cut into pieces', async () => {
    const whole = text('"other":[],"crs":{"properties":{"name":"EPSG:27700"}}');
    for (let at = 1; at < whole.length; at++)
      expect([at, await featuresOf([whole.slice(0, at), whole.slice(at)])]).toEqual([at, 2]);
    expect(await featuresOf([...whole])).toBe(2);
  });
});
