import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGeojson } from './geojson.ts';
import { readFeatures } from './read.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-long-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const POINTS = 700;
/** With rows of this length the table is read in three blocks. */
const ROW_BYTES = 4001;

/** Made up: points one metre apart. */
function points(): Buffer {
  const shp = Buffer.alloc(100 + POINTS * 28);
  shp.writeInt32BE(9994, 0);
  shp.writeInt32LE(1, 32);
  for (let i = 0; i < POINTS; i++) {
    const at = 100 + i * 28;
    shp.writeInt32BE(i + 1, at);
    shp.writeInt32BE(10, at + 4);
    shp.writeInt32LE(1, at + 8);
    shp.writeDoubleLE(400_000 + i, at + 12);
    shp.writeDoubleLE(200_000, at + 20);
  }
  return shp;
}

/** Made up: the name of each point. The third row of every hundred is deleted. */
function names(): Buffer {
  const head = Buffer.alloc(65);
  head[0] = 3;
  head.writeUInt32LE(POINTS, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(ROW_BYTES, 10);
  head.write('NAME', 32, 'latin1');
  head.write('C', 43, 'latin1');
  head[48] = 20;
  head[64] = 0x0d;
  const rows = Array.from({ length: POINTS }, (_, i) =>
    Buffer.from(`${i % 100 === 2 ? '*' : ' '}Place ${i}`.padEnd(ROW_BYTES), 'latin1'),
  );
  return Buffer.concat([head, ...rows]);
}

it('a shapefile with a long table gives each shape the attributes of its own row, and drops shapes with a deleted row', async () => {
  const path = join(folder, 'places.shp');
  await writeFile(path, points());
  await writeFile(join(folder, 'places.dbf'), names());
  const file = { path, name: 'places.shp', bytes: (await stat(path)).size, folder: false };
  const guards = { maxBytes: 1e9, maxRatio: 50, maxEntries: 100 };
  const read: [east: unknown, name: unknown][] = [];
  for await (const item of readFeatures(file as never, { guards }))
    if ('feature' in item)
      read.push([
        (item.feature.geometry as { coordinates?: number[] }).coordinates?.[0],
        item.feature.properties.NAME,
      ]);
  const kept = Array.from({ length: POINTS }, (_, i) => i).filter((i) => i % 100 !== 2);
  expect(read).toEqual(kept.map((i) => [400_000 + i, `Place ${i}`]));
});

it('GeoJSON may have any length: the limit of 256 MB is for one feature', async () => {
  const feature = `{"type":"Feature","properties":{"text":"${'x'.repeat(2 ** 20)}"},"geometry":null}`;
  async function* text() {
    yield { text: '{"type":"FeatureCollection","features":[' };
    // Each feature comes in two chunks, since only the unfinished part of a feature at the end of a chunk is counted.
    for (let i = 0; i < 260; i++) {
      yield { text: feature.slice(0, -10) };
      yield { text: `${feature.slice(-10)},` };
    }
    yield { text: `${feature}]}` };
  }
  let features = 0;
  for await (const item of readGeojson(text() as never)) if ('feature' in item) features++;
  expect(features).toBe(261);
});
