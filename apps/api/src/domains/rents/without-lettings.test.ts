import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOMES, locationQueriesOf, type Nation } from '../../../test/location-cases.ts';

let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(
    `truncate lettings; delete from dataset_loads where dataset = 'operator-lettings' or dataset like 'listings-%'`,
  );
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const NATIONS = ['England', 'Wales', 'Scotland'] as const;
const INPUTS = ['uprn', 'postcode', 'outcode', 'circle', 'polygon'] as const;
const inputOf = (nation: Nation, input: (typeof INPUTS)[number]) =>
  locationQueriesOf(HOMES[nation], 800)[input];
const cases = NATIONS.flatMap((nation) => INPUTS.map((input) => [nation, input] as const));
const codes = (body: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  body.meta.warnings.map((warning) => `${warning.code} ${warning.field}`);

it.each(NATIONS)(
  'demand in %s is null and names the loaders, and the proxies have values',
  async (nation) => {
    const { status, body } = await api.call(`/rents/demand?${inputOf(nation, 'outcode')}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ lets_per_month: null, rating: null, basis: 'proxy' });
    expect(codes(body)).toContain('source_not_loaded lets_per_month');
    const { message } = body.meta.warnings.find((one: { field: string }) => one.field === 'lets_per_month');
    for (const loader of ['operator-lettings', 'listings-blm']) expect(message).toContain(loader);
    expect(body.proxies.rent_growth_1y_pct).toBeGreaterThan(0);
    expect(body.proxies.lha_gap_pct).toBeGreaterThan(0);
    expect(body.meta.confidence).toBe('Low');
  },
);

it.each(cases)('rents and yields in %s by %s come from open data', async (nation, input) => {
  for (const path of ['/rents/long-term', '/rents/yields', '/rents/hmo']) {
    const { status, body } = await api.call(`${path}?${inputOf(nation, input)}`);
    expect(status).toBe(200);
    expect(body.meta.sources.map((source: { id: string }) => source.id)).not.toContain('operator-lettings');
    expect(body.meta.confidence).not.toBe('High');
  }
});

it('yields at asking prices answer 404 and name the loaders', async () => {
  const { status, body } = await api.call('/rents/yields?outcode=XE1&price_basis=asking');
  expect([status, body.error.code]).toEqual([404, 'source_not_loaded']);
  expect(body.error.message).toContain('listings-blm');
});

it('demand is computed from the history of listings if there are no lettings', async () => {
  const listed = await sandboxDatabase();
  await listed.db.query(`truncate lettings; delete from dataset_loads where dataset = 'operator-lettings'`);
  await listed.db.query(
    `insert into listing_events (listing_id, date, price, event, load_id)
     select id, '2026-10-01'::date, price, 'let_agreed', 1 from listings
      where listing_type = 'rent' and postcode like 'XE1 %' and first_listed < '2026-10-01' order by id limit 8`,
  );
  // A let elsewhere a year ago makes the history of the feed that long.
  await listed.db.query(
    `insert into listing_events (listing_id, date, price, event, load_id)
     select id, '2025-11-10'::date, price, 'let_agreed', 1 from listings
      where listing_type = 'rent' and postcode not like 'XE1 %' order by id limit 1`,
  );
  const own = await startTestApi(listed);
  try {
    const { body } = await own.call('/rents/demand?outcode=XE1&widen=false');
    const { rows: found } = await listed.db.query(
      `select count(*) filter (where status = 'available') as active,
              count(*) filter (where exists (select from listing_events e where e.listing_id = l.id and e.event = 'let_agreed'
                                                and e.date between '2025-11-15' and '2026-11-15')) as lets
         from listings l where listing_type = 'rent' and postcode like 'XE1 %'`,
    );
    expect(found[0].lets).toBeGreaterThanOrEqual(5);
    expect(body).toMatchObject({ active_listings: found[0].active, basis: 'asking' });
    expect(body.lets_per_month).toBeCloseTo(found[0].lets / 12, 2);
    expect(body.meta.sample_size).toBe(found[0].lets);
    expect(body.meta.confidence).not.toBe('Low');
  } finally {
    await own.close();
    await listed.drop();
  }
});

it('a yield warns if its rent and its price are for different areas', async () => {
  const { body } = await api.call('/rents/yields?outcode=XE1&widen=false');
  expect(codes(body)).toContain('different_geography gross_yield_pct');
  expect(body.meta.geography).toMatchObject({ used: 'XE1', widened: false });
  const wide = await api.call('/rents/yields?outcode=XE1');
  expect(codes(wide.body).some((code) => code.startsWith('different_geography'))).toBe(false);
});

it('the rent index alone gives a mean and no quantiles', async () => {
  await database.db.query(`delete from lha_rents`);
  const started = await startTestApi(database);
  const { body } = await started.call('/rents/long-term?outcode=XE1&bedrooms=2');
  await started.close();
  const { rows } = await database.db.query(
    `select rent_pcm from private_rents where segment = '2' and area_name = 'Xanshire' order by month desc limit 1`,
  );
  const [index] = rows;
  expect(body.rent_pcm).toMatchObject({ n: 0, mean: index.rent_pcm, median: null });
  expect(body.basis).toBe('index');
  expect(codes(body)).toContain('stock_mean rent_pcm');
});

it('each reason of demand names a source to load, and none calls a source loaded that is not', async () => {
  await database.db.query(
    `delete from dataset_loads where dataset in ('census-2021', 'census-2022', 'hmo-register', 'lha-rates')`,
  );
  const started = await startTestApi(database);
  const { body } = await started.call('/rents/demand?outcode=XE1');
  await started.close();
  const unloaded = body.meta.warnings.filter((one: { code: string }) => one.code === 'source_not_loaded');
  const fields = unloaded.map((one: { field: string }) => one.field);
  for (const field of ['prs_share_pct', 'hmo_licences_per_1000', 'lha_gap_pct'])
    expect(fields).toContain(`proxies.${field}`);
  for (const { message } of unloaded) {
    expect(message).toMatch(/\bload [a-z0-9-]+/);
    expect(message).not.toContain('loaded census');
  }
});
