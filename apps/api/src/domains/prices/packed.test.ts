import { buildMarket } from '@domesday/builds/packed-sales';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house, welshHouse } = sandboxSamples();
let database: TestDatabase;
/** Answers from the sales table, because the build used other loads than the served ones. */
let unpacked: TestDatabase;
let api: TestApi;
let live: TestApi;
beforeAll(async () => {
  [database, unpacked] = await Promise.all([sandboxDatabase(), sandboxDatabase()]);
  await unpacked.db.query("delete from derived_builds where name = 'market'");
  await unpacked.db.query('truncate sale_months, sale_squares');
  [api, live] = await Promise.all([startTestApi(database), startTestApi(unpacked)]);
});
afterAll(async () => {
  await Promise.all([api?.close(), live?.close()]);
  await Promise.all([database?.drop(), unpacked?.drop()]);
});

function placesOf(home: { uprn: number; postcode: string; latitude: number; longitude: number }) {
  const [outcode] = home.postcode.split(' ');
  return [
    `outcode=${outcode}`,
    `postcode=${encodeURIComponent(home.postcode.slice(0, -2))}`,
    `uprn=${home.uprn}`,
    `lat=${home.latitude}&lng=${home.longitude}&radius_m=1000`,
    `lat=${home.latitude}&lng=${home.longitude}&radius_m=5000`,
    `postcode=${encodeURIComponent(home.postcode)}&widen=true`,
  ];
}

const asked = [
  ['/prices/market', 'months=12'],
  ['/prices/market', 'months=7&history_months=60&category=all'],
  ['/prices/market', 'months=60&property_type=terraced&tenure=Freehold'],
  ['/prices/market', 'months=60&new_build=true&widen=false'],
  ['/prices/comparables', 'months=60&property_type=terraced&limit=100'],
  ['/prices/comparables', 'months=120&bedrooms_min=2&bedrooms_max=3&sort=distance'],
  ['/prices/comparables', 'months=24&sort=date&category=all&limit=7'],
  ['/rents/yields', 'months=24'],
  ['/rents/yields', 'months=60&bedrooms=2'],
  ['/rents/yields', 'months=60&property_type=flat'],
] as const;

describe.each(asked)('%s?%s', (path, filters) => {
  it.each([...placesOf(house), ...placesOf(welshHouse)])(
    'answers the same from packed sales as from the table of sales: %s',
    async (place) => {
      const [packed, plain] = await Promise.all(
        [api, live].map((one) => one.call(`${path}?${place}&${filters}`)),
      );
      for (const { body } of [packed!, plain!]) {
        if (body.meta) Object.assign(body.meta, { request_id: '', sources: [], dataset_release: '' });
        else body.error.request_id = '';
      }
      expect(packed!.body).toEqual(plain!.body);
    },
  );
});

it('reads the packed sales while they match the served load', async () => {
  const { rows } = await database.db.query(
    'select (select sum(n) from sale_months) as months, (select sum(n) from sale_squares) as squares, count(*) filter (where postcode is not null) as coded, count(position) as placed from sales',
  );
  expect([rows[0].months, rows[0].squares]).toEqual([rows[0].coded, rows[0].placed]);
  const before = await api.call('/prices/market?outcode=XE1');
  await database.db.query("delete from sales where postcode like 'XE1 %'");
  const after = await api.call('/prices/market?outcode=XE1');
  expect(after.body.sales_count).toBe(before.body.sales_count);
});

it('reads the table of sales once another load is served, and packs the sales once for each load', async () => {
  expect((await buildMarket(database.db)).built).toBe(false);
  await database.db.query(
    `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
     values ('price-paid', 'published', 'made up', 'made up', 'none', 'made up', now(), now())`,
  );
  api.clock.advance(5000);
  const gone = await api.call('/prices/market?outcode=XE1&widen=false');
  expect(gone.body.error?.code).toBe('insufficient_data');
  expect((await buildMarket(database.db)).built).toBe(true);
  api.clock.advance(5000);
  expect((await api.call('/prices/market?outcode=XE1&widen=false')).status).toBe(404);
});
