import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Sales and lettings that end seven months before the day of the question. */
const ENDS = '2026-04-10';
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query('delete from sales where date > $1', [ENDS]);
  await database.db.query('update lettings set let_on = null where let_on > $1', [ENDS]);
  await database.db.query("delete from derived_builds where name = 'market'");
  await database.db.query(
    "update dataset_served set newest_record = $1 where dataset in ('price-paid', 'operator-lettings')",
    [ENDS],
  );
  await database.db.query("delete from dataset_loads where dataset like 'listings-%'");
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
const codesOf = (body: any): string[] =>
  body.meta.warnings.map((one: { code: string; field: string | null }) => `${one.code} ${one.field}`);

describe('prices.market', () => {
  it('ends its history at the newest loaded sale, and compares no period that is known only in part', async () => {
    const { body } = await api.call('/prices/market?outcode=XE1&months=24&widen=false');
    const { rows } = await database.db.query<{ month: string; n: number }>(
      `select to_char(date, 'YYYY-MM') as month, count(*) as n from sales
        where postcode like 'XE1 %' and category = 'standard' group by 1`,
    );
    const sold = new Map(rows.map((row) => [row.month, row.n]));
    const history = body.history as { month: string; n: number }[];
    expect(history.length).toBe(24 - 7);
    expect(history.at(-1)!.month).toBe(ENDS.slice(0, 7));
    for (const { month, n } of history) expect([month, n]).toEqual([month, sold.get(month) ?? 0]);
    expect([body.volume_change_pct, body.raw_change_1y_pct]).toEqual([null, null]);
    expect(codesOf(body)).toEqual(
      expect.arrayContaining([
        'not_recorded history',
        'not_recorded volume_change_pct',
        'not_recorded raw_change_1y_pct',
      ]),
    );
  });
});

it('divides lets by the months for which the feed has records', async () => {
  const { body } = await api.call('/rents/demand?outcode=XE1&widen=false');
  const { rows } = await database.db.query<{ n: number }>(
    `select count(*) as n from lettings where postcode like 'XE1 %' and room_type is null
      and let_on between '2025-11-15' and '2026-11-15'`,
  );
  expect(rows[0]!.n).toBeGreaterThanOrEqual(5);
  expect(body.lets_per_month).toBeCloseTo(rows[0]!.n / 5, 2);
  expect(codesOf(body)).toContain('ends_before_period lets_per_month');
});

it.each([
  '/prices/market?outcode=XE1&months=24&widen=false',
  '/prices/comparables?outcode=XE1&months=24&widen=false',
  '/rents/yields?outcode=XE1&months=24&widen=false',
  '/rents/demand?outcode=XE1&widen=false',
])('%s warns that its records end before its period does', async (path) => {
  const { status, body, text } = await api.call(path);
  expect(status, text).toBe(200);
  expect(codesOf(body)).toContain('ends_before_period null');
});

describe('the confidence of figures for a period', () => {
  const rank = { Low: 0, Medium: 1, High: 2 };
  type Body = { meta: { confidence: keyof typeof rank } };
  let whole: TestDatabase;
  let before: TestApi;
  beforeAll(async () => {
    whole = await sandboxDatabase();
    before = await startTestApi(whole);
  }, 300_000);
  afterAll(async () => {
    await before?.close();
    await whole?.drop();
  });
  const confidenceOf = ({ meta }: Body) => rank[meta.confidence];
  const units = [{ type: 'flat', bedrooms: 2, count: 3 }];

  it.each([
    ['/prices/market?outcode=XE1&months=24&widen=false', 'sales_count'],
    ['/rents/yields?outcode=XE1&months=24&widen=false', 'price_sample'],
    ['/rents/long-term?outcode=XE1&months=24&widen=false', 'rent_pcm'],
    ['/rents/demand?outcode=XE1&widen=false', 'lets_per_month'],
  ])('is lower in %s if the last months are not known', async (path, field) => {
    const [of_all, of_part] = [await before.call(path), await api.call(path)];
    expect(confidenceOf(of_all.body)).toBeGreaterThan(0);
    expect(confidenceOf(of_part.body)).toBeLessThan(confidenceOf(of_all.body));
    expect(codesOf(of_part.body)).toContain(`ends_before_period ${field}`);
    expect(codesOf(of_all.body)).not.toContain(`ends_before_period ${field}`);
  });

  it('is lower in each line of a scheme', async () => {
    const body = { outcode: 'XE1', new_build: false, widen: false, units };
    const ask = (server: TestApi) => server.call('/valuations/development-gdv', { method: 'POST', body });
    const [of_all, of_part] = [await ask(before), await ask(api)];
    expect(of_all.body.units[0].confidence).toBe('Medium');
    expect(of_part.body.units[0].confidence).toBe('Low');
    expect(codesOf(of_part.body)).toContain('ends_before_period units.unit_value');
  });

  it('is Low if most of the period is not known, however many homes were sold', async () => {
    const { body } = await api.call('/prices/market?outcode=XE1&months=12&category=all');
    expect(body.sales_count).toBeGreaterThanOrEqual(20);
    expect(body.meta.confidence).toBe('Low');
    expect((await api.call('/rents/demand?outcode=XE1&widen=false')).body.meta.confidence).toBe('Low');
  });
});

it('warns that a register of licences ended more than a year ago', async () => {
  const path = '/planning/hmo-register?outcode=XE1&status=any';
  const warned = async (server: TestApi) =>
    codesOf((await server.call(path)).body).includes('ends_before_period summary.by_status');
  expect(await warned(api)).toBe(false);
  await database.db.query(`update hmo_licences set issued = issued - interval '3 years'`);
  await database.db.query('update hmo_registers set register_date = null');
  // A server reads the registers once for the loads that it serves, so a new server is started.
  const later = await startTestApi(database);
  expect(await warned(later)).toBe(true);
  await later.close();
});
