import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';

import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveProblem } from '../src/portal/base-map.ts';
import { encode, LEFT_OUT, MOST_BYTES } from '../src/tiles/encode.ts';
import { layers } from '../src/tiles/layers.ts';
import { boundsOf, tilePointOf } from '../src/tiles/tile.ts';

let database: TestDatabase;
let api: TestApi;
let folder: string;
const ARCHIVE = Buffer.concat([Buffer.from('PMTiles\x03'), Buffer.alloc(20_000, 7)]);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-archive-'));
  const base_map = join(folder, 'base.pmtiles');
  await writeFile(base_map, ARCHIVE);
  database = await sandboxDatabase();
  api = await startTestApi(database, testClock(), { base_map });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const { house } = sandboxSamples();

/** More records than a tile may show, made up around a home. */
const CROWDS: Record<string, string> = {
  homes: `insert into addresses (uprn, address, postcode, position, source)
    select n, 'MADE UP', postcode, position, source from addresses, generate_series(1, 4001) as n where uprn = $1`,
  schools: `insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
    select 'made up', n, 'education', 'school', 'MADE UP', easting, northing, false
      from addresses, generate_series(1, 4001) as n where uprn = $1`,
  sectors: `insert into price_sectors (sector, outcode, position, n, median)
    select n, 'XE1', position, 1, 1 from addresses, generate_series(1, 4001) as n where uprn = $1`,
  designations: `insert into areas (dataset_no, kind, scope, geometry, box, vertices, area_sqm, load_id)
    select a.dataset_no, a.kind, a.scope, a.geometry, a.box, 40000, a.area_sqm, a.load_id
      from addresses h, generate_series(1, 2),
           lateral (select * from areas where dataset_no = (select no from area_datasets where dataset = 'planning-data')
                      and area_sqm > 10000 and ended_on is null
                    order by box(h.position, h.position) <-> box limit 1) a where h.uprn = $1`,
};
const AREAS = ['designations', 'flood', 'parcels'];

function squareAround(z: number, longitude: number, latitude: number) {
  const [east, south] = tilePointOf({ z: 0, x: 0, y: 0 }, longitude, latitude);
  const units = 4096 / 2 ** z;
  return { z, x: Math.floor(east / units), y: Math.floor(south / units) };
}

async function tile(
  layer: string,
  { z, x, y }: { z: number; x: number; y: number },
  headers: Record<string, string> = {},
) {
  api.clock.advance(1000);
  const answer = await fetch(`${api.url}/tiles/${layer}/${z}/${x}/${y}.mvt`, {
    headers: { authorization: `Bearer ${api.testKey}`, ...headers },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const drawn = answer.status === 200 ? new VectorTile(new PbfReader(bytes)).layers : {};
  const all = Object.keys(drawn);
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    all,
    layer: drawn[layer],
    left_out: drawn[LEFT_OUT],
  };
}

describe('vector tiles', () => {
  it.each(Object.keys(layers))('draw %s around a home, each within its tile', async (name) => {
    const from = Math.max(layers[name]!.from_zoom, 11);
    const tried = [];
    for (const z of [from, 14, 16]) {
      if (z < layers[name]!.from_zoom) continue;
      const { status, layer, bytes } = await tile(name, squareAround(z, house.longitude, house.latitude));
      expect([200, 204]).toContain(status);
      expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
      tried.push(layer?.length ?? 0);
      for (let i = 0; i < (layer?.length ?? 0); i++) {
        const feature = layer!.feature(i);
        expect(feature.type).toBe(AREAS.includes(name) ? 3 : 1);
        for (const { x, y } of feature.loadGeometry().flat()) {
          // A point may lie slightly outside: the query's box is upright on a rotated grid.
          const reach = AREAS.includes(name) ? 64 : 700;
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-reach);
          expect(Math.max(x, y)).toBeLessThanOrEqual(4096 + reach);
        }
      }
    }
    expect(Math.max(...tried)).toBeGreaterThan(0);
  });

  it('place a home within a metre of its position, with its UPRN as text', async () => {
    const square = squareAround(16, house.longitude, house.latitude);
    const { layer } = await tile('homes', square);
    const all = Array.from({ length: layer!.length }, (_, i) => layer!.feature(i));
    const own = all.find((feature) => feature.properties.uprn === String(house.uprn))!;
    const { x, y } = own.loadGeometry()[0]![0]!;
    const [wanted_x, wanted_y] = tilePointOf(square, house.longitude, house.latitude);
    const metres_a_unit = (40_075_017 * Math.cos((house.latitude * Math.PI) / 180)) / 2 ** 16 / 4096;
    expect(Math.hypot(x - wanted_x, y - wanted_y) * metres_a_unit).toBeLessThan(1);
  });

  it('mark exactly the sales whose price is registered for several homes', async () => {
    const square = squareAround(16, house.longitude, house.latitude);
    const marks = async () => {
      const { layer } = await tile('sales', square);
      return Array.from({ length: layer!.length }, (_, i) => layer!.feature(i).properties.together);
    };
    const { rows } = await database.db.query(
      `insert into sold_together (transaction_id, area)
       select transaction_id, (select min(area) from valuation_areas) from sales where uprn = $1
       on conflict do nothing returning transaction_id`,
      [house.uprn],
    );
    const marked = await marks();
    await database.db.query('delete from sold_together where transaction_id = any ($1)', [
      rows.map(({ transaction_id }) => transaction_id),
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(marked.filter((one) => one === true)).toHaveLength(rows.length);
    expect(marked.filter((one) => one === undefined)).toHaveLength(marked.length - rows.length);
  });

  it.each([
    [6, 25_000],
    [7, 10_000],
    [8, 10_000],
    [9, 2500],
    [10, 2500],
    [11, 1000],
    [13, 1000],
  ])('show prices at zoom %d in squares of %d m', async (z, size_m) => {
    const { layer } = await tile('prices', squareAround(z, house.longitude, house.latitude));
    const all = Array.from({ length: layer!.length }, (_, i) => layer!.feature(i).properties.size_m);
    expect(all.length).toBeGreaterThan(0);
    expect(new Set(all)).toEqual(new Set([size_m]));
  });

  it.each(Object.keys(layers))(
    'name the licences of everything that %s draws, also for a HEAD request',
    async (name) => {
      const { datasets, from_zoom } = layers[name]!;
      const { z, x, y } = squareAround(Math.max(from_zoom, 11), house.longitude, house.latitude);
      const { rows } = await database.db.query(
        `select distinct attribution from dataset_loads where dataset = any ($1) and status = 'published'`,
        [datasets],
      );
      api.clock.advance(10_000);
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(`${api.url}/tiles/${name}/${z}/${x}/${y}.mvt`, {
          ...{ method, headers: { authorization: `Bearer ${api.testKey}` } },
        });
        const notices: { attributions: string[] }[] = JSON.parse(answer.headers.get('x-licences')!);
        expect(rows.length).toBeGreaterThan(0);
        expect(new Set(notices.flatMap(({ attributions }) => attributions))).toEqual(
          new Set(rows.map(({ attribution }) => attribution)),
        );
      }
    },
  );

  it('answer 304 to their ETag, and have another ETag after a load', async () => {
    const square = squareAround(12, house.longitude, house.latitude);
    const first = await tile('schools', square);
    const etag = first.headers.get('etag')!;
    expect((await tile('schools', square, { 'if-none-match': etag })).status).toBe(304);
    await database.db.query(
      `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
       values ('gias', 'published', 'made up', 'made up', 'none', 'made up', now(), now())`,
    );
    api.clock.advance(3000);
    expect((await tile('schools', square, { 'if-none-match': etag })).status).not.toBe(304);
  });

  it('are 204 if they are empty, and 404 if the tile or the layer does not exist', async () => {
    expect((await tile('schools', { z: 12, x: 0, y: 0 })).status).toBe(204);
    expect((await tile('sales', squareAround(8, house.longitude, house.latitude))).status).toBe(204);
    for (const [z, last] of [
      [0, 0],
      [3, 7],
      [18, 262_143],
    ] as const)
      expect([z, (await tile('schools', { z, x: last, y: last })).status]).toEqual([z, 204]);
    for (const [layer, z, x, y] of [
      ['nothing', 12, 0, 0],
      ['constructor', 12, 0, 0],
      ['schools', 19, 0, 0],
      ['schools', 3, 8, 0],
      ['schools', 3, 0, 8],
    ] as const)
      expect((await tile(layer, { z, x, y })).status).toBe(404);
  });

  it('are free, are refused without a key, and have their own limit', async () => {
    const square = squareAround(12, house.longitude, house.latitude);
    const { secret } = await api.newKey();
    const path = `/tiles/schools/${square.z}/${square.x}/${square.y}.mvt`;
    for (let i = 0; i < 3; i++) await api.call(path, { key: secret });
    const account = await api.call('/account', { key: secret });
    expect(account.body.credits.used).toBe(0);
    expect(account.headers.get('ratelimit-remaining')).toBe('49');
    expect((await api.call(path, { key: null })).status).toBe(401);
  });

  it('never exceed 500 kB, however much lies in them, and state how many features they show', () => {
    const features = Array.from({ length: 60_000 }, (_, i) => ({
      type: 1 as const,
      geometry: [[i % 4096, Math.floor(i / 15)]] as [number, number][],
      tags: { address: `${i} MADE-UP STREET, MADE-UP TOWN`, uprn: String(i) },
    }));
    const layersOf = (count: number) => {
      const bytes = encode('homes', { features: features.slice(0, count), whole: true });
      expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
      return new VectorTile(new PbfReader(bytes)).layers;
    };
    expect(Object.keys(layersOf(100))).toEqual(['homes']);
    const { homes, [LEFT_OUT]: left_out } = layersOf(60_000);
    expect(homes!.length).toBeLessThan(60_000);
    expect(left_out!.feature(0).properties).toEqual({ layer: 'homes', shown: homes!.length });
  });

  it.each(['homes', 'schools', 'sectors', 'designations'])(
    'of %s say so if they show only a part of the features',
    async (name) => {
      const z = Math.max(layers[name]!.from_zoom, 11);
      const square = squareAround(z, house.longitude, house.latitude);
      expect((await tile(name, square)).all).toEqual([name]);
      await database.db.query(CROWDS[name]!, [house.uprn]);
      const { all, layer, left_out } = await tile(name, square);
      expect(all).toEqual([name, LEFT_OUT]);
      expect(left_out!.length).toBe(1);
      const told = left_out!.feature(0);
      expect(told.properties).toEqual({ layer: name, shown: layer!.length });
      expect(told.loadGeometry()[0]!.map(({ x, y }) => [x, y])).toContainEqual([4096, 4096]);
    },
  );

  it('request a box that contains the whole tile', () => {
    const square = squareAround(10, house.longitude, house.latitude);
    const bounds = boundsOf(square);
    expect(bounds.min_e).toBeLessThan(house.easting);
    expect(bounds.max_e).toBeGreaterThan(house.easting);
    expect(bounds.min_n).toBeLessThan(house.northing);
    expect(bounds.max_n).toBeGreaterThan(house.northing);
  });
});

describe('the base map of the operator', () => {
  const ranged = async (range: string | null, key: string | null = api.testKey) => {
    const answer = await fetch(`${new URL(api.url).origin}/portal/base-map`, {
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(range ? { range, 'if-range': '"another"' } : {}),
      },
    });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('is sent one range at a time, with a strong ETag, and never as a whole', async () => {
    const { answer, bytes } = await ranged('bytes=4-11');
    expect(answer.status).toBe(206);
    expect(bytes).toEqual(ARCHIVE.subarray(4, 12));
    expect(answer.headers.get('etag')).toMatch(/^"\d+-\d+"$/);
    expect(answer.headers.get('content-range')).toBe(`bytes 4-11/${ARCHIVE.length}`);
    // PMTiles readers ask for 16 kB first, whatever the length of the archive.
    expect((await ranged('bytes=20000-36383')).bytes).toEqual(ARCHIVE.subarray(20_000));
    for (const range of [null, 'bytes=0-', 'bytes=-5', 'bytes=9-4', 'bytes=0-3,8-9', 'bytes=0-16777216'])
      expect((await ranged(range)).answer.status, String(range)).toBe(400);
  });

  it('is refused without a key', async () => {
    expect((await ranged('bytes=4-11', null)).answer.status).toBe(401);
  });

  it('is checked to be a PMTiles archive when the server starts', () => {
    expect(archiveProblem(join(folder, 'base.pmtiles'))).toBeNull();
    expect(archiveProblem(join(folder, 'none'))).toMatch(/^BASE_MAP must name a file/);
    expect(archiveProblem(import.meta.filename)).toMatch(/^BASE_MAP must be a PMTiles archive/);
  });
});
