import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const outcode = sandboxSamples().house.postcode.split(' ')[0];

it('does not use the price of a share in a home as the price of a home, and says which adverts are for shares', async () => {
  const find = async (more: string) =>
    (await api.call(`/listings?listing_type=sale&outcode=${outcode}&limit=100${more}`)).body;
  const asked = async () =>
    (await api.call(`/rents/yields?widen=false&outcode=${outcode}&price_basis=asking`)).body;
  const codes = (body: { meta: { warnings: { code: string }[] } }) =>
    body.meta.warnings.map(({ code }) => code);
  const before = await asked();
  const [first] = (await find('&sort=yield')).results;
  expect(first).toMatchObject({ of_share: false });
  expect(first.gross_yield_pct).toBeGreaterThan(3);
  expect(codes(await find(''))).not.toContain('share_of_home');
  // A share in each of a number of homes as the feeds have them.
  await database.db.query(
    `insert into listings (id, source, branch, reference, listing_type, status, price, price_period, price_comparable,
                           of_share, bedrooms, property_type, address, postcode, position, estimated_rent_pcm,
                           first_listed, updated_on, last_seen, load_id)
     select 'share:' || id, source, branch, 'share:' || reference, listing_type, status, price / 2, price_period,
            price_comparable / 2, true, bedrooms, property_type, address, postcode, position, estimated_rent_pcm,
            first_listed, updated_on, last_seen, load_id
       from listings where listing_type = 'sale' and status <> 'withdrawn'`,
  );
  const after = await asked();
  for (const field of ['median_price', 'price_sample', 'gross_yield_pct', 'by_bedrooms'])
    expect(after[field], field).toEqual(before[field]);
  const body = await find('&sort=yield');
  expect(body.results[0].id).toBe(first.id);
  const shares = body.results.filter((one: { of_share: boolean }) => one.of_share);
  expect(shares.length).toBeGreaterThan(0);
  for (const share of shares) expect(share.gross_yield_pct).toBeNull();
  expect(codes(body)).toContain('share_of_home');
  const yielding = await find('&min_yield_pct=0.1');
  expect(yielding.results.filter((one: { of_share: boolean }) => one.of_share)).toEqual([]);
});

it('does not count adverts of garages, plots or rooms as homes to let', async () => {
  const { db } = database;
  const demand = async () => {
    const { body, status } = await api.call(`/rents/demand?outcode=${outcode}&widen=false`);
    expect([status, body.basis]).toEqual([200, 'asking']);
    return ['active_listings', 'lets_per_month', 'price_reductions_pct'].map((field) => body[field]);
  };
  await db.query('delete from lettings');
  await db.query(
    `insert into listing_events (listing_id, date, price, event, load_id)
     select id, '2026-11-01', price, 'let_agreed', load_id from listings
      where listing_type = 'rent' and postcode like $1 and property_type <> 'other' order by id limit 6`,
    [`${outcode} %`],
  );
  const homes = await demand();
  expect(homes[0]).toBeGreaterThan(0);
  expect(homes[1]).toBeGreaterThan(0);
  await db.query(
    `insert into listings (id, source, branch, reference, listing_type, status, price, price_period, price_comparable,
                           reduced, property_type, address, postcode, position, first_listed, updated_on, last_seen, load_id)
     select 'garage:' || id, source, branch, 'garage:' || reference, listing_type, 'available', 80, 'pcm', 80, true,
            'other', address, postcode, position, first_listed, updated_on, last_seen, load_id
       from listings where listing_type = 'rent' and status <> 'withdrawn'`,
  );
  await db.query(
    `insert into listing_events (listing_id, date, price, event, load_id)
     select id, '2026-11-02', price, 'let_agreed', load_id from listings where id like 'garage:%'`,
  );
  expect(await demand()).toEqual(homes);
});
