import { operationTable, parametersOf, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Filters that find nothing in each list of records. */
const NOTHING = [
  '/listings?listing_type=rent&outcode=XE1&max_price=1',
  '/location/schools?postcode=XE1+1AA&radius_m=100',
  '/planning/hmo-register?postcode=XE1+1AA&radius_m=50&expiring_within_days=1',
  '/planning/applications?postcode=XE1+1AA&q=zzqx&days=3650',
  '/addresses/search?q=zzqxzzqx',
];

it.each(NOTHING)('%s gives an empty list that meta does not report as unknown', async (path) => {
  const { status, body } = await api.call(`${path}&meta=lean`);
  expect(status).toBe(200);
  expect(body.count).toBe(0);
  const [list] = Object.keys(body).filter((name) => Array.isArray(body[name]) && body[name].length === 0);
  expect(Object.values(body.meta.unknown ?? {}).flat()).not.toContain(list);
});

const PLACES = ['postcode=XE1+1AA', 'outcode=XE4', 'lat=53.8925&lng=1.4899&radius_m=50', 'outcode=XS1'];
const widening = operationTable.filter(
  (entry) =>
    entry.method === 'get' &&
    parametersOf(entry).some(({ name }) => name === 'widen') &&
    !entry.path.includes('{'),
);

/** A wider area alone never finds answers to these in the fictional country. */
const NEVER_WIDENED = ['/rents/hmo', '/rents/demand'];

it('a refusal suggests widen=true wherever a wider area would answer', async () => {
  const kept: { path: string; place: string; message: string }[] = [];
  for (const { path } of widening)
    for (const place of PLACES) {
      const narrow = await api.call(`${path}?${place}&widen=false`);
      if (narrow.status === 200 || (await api.call(`${path}?${place}`)).status !== 200) continue;
      kept.push({ path, place, message: narrow.body.error.message });
    }
  expect(kept.filter(({ message }) => !message.includes('widen'))).toEqual([]);
  const seen = new Set(kept.map(({ path }) => path));
  expect(widening.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual(NEVER_WIDENED);
});
