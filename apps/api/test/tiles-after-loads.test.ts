import { buildMarket } from '@domesday/builds/packed-sales';
import { toDegrees } from '@domesday/geography/grid';
import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tilePointOf } from '../src/tiles/tile.ts';

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB'));
  await s.loadText('price-paid', sales(1, 5));
  api = await startTestApi(s.database, testClock());
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

/** Made up. */
function sales(first: number, last: number): string {
  const row = (n: number) =>
    `"{0000aaaa-0000-0000-0000-${String(n).padStart(12, '0')}}","${200_000 + n * 1000}","2026-06-01 00:00","XE1 2AB","S","N","F","${n}","","COD LANE","","HAVEN","HAVEN","SEASHIRE","A","A"\n`;
  return Array.from({ length: last - first + 1 }, (_, i) => row(first + i)).join('');
}

async function drawn(layer: string, z: number, etag?: string) {
  api.clock.advance(3000);
  const { longitude, latitude } = toDegrees(620_100, 440_100);
  const [east, south] = tilePointOf({ z: 0, x: 0, y: 0 }, longitude, latitude);
  const units = 4096 / 2 ** z;
  const answer = await fetch(
    `${api.url}/tiles/${layer}/${z}/${Math.floor(east / units)}/${Math.floor(south / units)}.mvt`,
    { headers: { authorization: `Bearer ${api.testKey}`, ...(etag ? { 'if-none-match': etag } : {}) } },
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const points = answer.status === 200 ? new VectorTile(new PbfReader(bytes)).layers[layer]! : undefined;
  return { status: answer.status, etag: answer.headers.get('etag')!, points };
}

it('makes a cached tile again once a build has counted the sales of a load', async () => {
  await buildMarket(s.database.db);
  expect((await drawn('prices', 11)).points!.feature(0).properties.n).toBe(5);
  await s.loadText('price-paid', sales(6, 9));
  const between = await drawn('prices', 11);
  await buildMarket(s.database.db);
  const after = await drawn('prices', 11, between.etag);
  expect([after.status, after.points?.feature(0).properties.n]).toEqual([200, 9]);
  expect((await drawn('prices', 11, after.etag)).status).toBe(304);
});

it('makes a cached tile again once a load of postcodes moves what it shows', async () => {
  const before = await drawn('sales', 16);
  expect(before.points?.length).toBe(9);
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB', 10, 630_100));
  expect((await drawn('sales', 16, before.etag)).status).toBe(204);
});
