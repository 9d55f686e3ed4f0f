import { buildMarket } from '@domesday/builds/packed-sales';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** The counterpart of after-the-newest: files of only the last years or months say nothing about earlier times. */
let database: TestDatabase;
let api: TestApi;
beforeEach(async () => {
  database = await sandboxDatabase();
}, 300_000);
afterEach(async () => {
  await api?.close();
  await database?.drop();
});

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
const codesOf = (body: any): string[] =>
  body.meta.warnings.map((one: { code: string; field: string | null }) => `${one.code} ${one.field}`);

/** Serves sales from a day on, read one by one or from the packed squares. */
async function serveSalesFrom(day: string, packed: boolean) {
  await database.db.query('delete from sales where date < $1', [day]);
  await database.db.query("delete from derived_builds where name = 'market'");
  if (packed) await buildMarket(database.db);
  api = await startTestApi(database);
}
const market = async (more = '') =>
  (await api.call(`/prices/market?outcode=XE1&history_months=24&widen=false${more}`)).body;

describe.each([false, true])('prices.market with packed sales: %s', (packed) => {
  it('begins its history at the oldest loaded sale, and compares no period that is known only in part', async () => {
    await serveSalesFrom('2025-06-10', packed);
    const body = await market();
    const { rows } = await database.db.query<{ month: string; n: number }>(
      `select to_char(date, 'YYYY-MM') as month, count(*)::integer as n from sales
        where postcode like 'XE1 %' and category = 'standard' and date >= '2025-07-01' group by 1 order by 1`,
    );
    const history = body.history as { month: string; n: number; index: number | null }[];
    expect(history.map(({ month }) => month)[0]).toBe('2025-07');
    expect(history.filter(({ n }) => n > 0).map(({ month, n }) => ({ month, n }))).toEqual(rows);
    expect(history[0]!.index).toBe(100);
    expect([body.volume_change_pct, body.raw_change_1y_pct]).toEqual([null, null]);
    expect(codesOf(body)).toEqual(
      expect.arrayContaining([
        'not_recorded history',
        'not_recorded sales_count_prior',
        'not_recorded volume_change_pct',
        'not_recorded raw_change_1y_pct',
      ]),
    );
    expect(body.meta.warnings.map((one: { message: string }) => one.message).join(' ')).toMatch(
      /loaded from 2025-06-\d\d: earlier months are left out/,
    );
    expect(codesOf(body)).not.toContain('insufficient_sample raw_change_1y_pct');
    const longer = await market('&months=20');
    const most = await market('&months=48');
    expect([body, longer, most].map(({ meta }) => meta.confidence)).toEqual(['High', 'Medium', 'Low']);
    expect(codesOf(longer)).toContain('begins_in_period sales_count');
    expect(codesOf(body)).not.toContain('begins_in_period sales_count');
  });

  it('compares with a period that is fully loaded, and gives the reason if that period had no sale', async () => {
    await serveSalesFrom('2024-01-01', packed);
    const whole = await market('&months=6');
    expect(whole.volume_change_pct).toBe(
      Math.round((whole.sales_count / whole.sales_count_prior - 1) * 10_000) / 100,
    );
    expect(whole.raw_change_1y_pct).not.toBeNull();
    expect(
      codesOf(whole)
        .filter((code) => code.startsWith('not_recorded'))
        .sort(),
    ).toEqual(['not_recorded history', 'not_recorded history.index']);
    await api.close();
    await database.db.query(
      "delete from sales where postcode like 'XE1 %' and date between '2025-11-01' and '2026-05-14'",
    );
    await serveSalesFrom('2024-01-01', packed);
    const none = await market('&months=6');
    expect([none.sales_count_prior, none.volume_change_pct]).toEqual([0, null]);
    expect(codesOf(none)).toContain('insufficient_sample volume_change_pct');
  });

  it('gives no change in the number of sales from fewer than five sales', async () => {
    await database.db.query(
      `with prior as (
         select transaction_id, row_number() over (order by abs(date - date '2026-02-10'), transaction_id) as n from sales
          where postcode like 'XE1 %' and date between '2025-11-01' and '2026-05-14'
            and category = 'standard' and property_type <> 'other')
       delete from sales where transaction_id in (select transaction_id from prior where n > 4)`,
    );
    await serveSalesFrom('2020-01-01', packed);
    const four = await market('&months=6');
    expect([four.sales_count_prior, four.volume_change_pct]).toEqual([4, null]);
    expect(codesOf(four)).toContain('insufficient_sample volume_change_pct');
  });
});

it('marks the three newest loaded months as provisional, whatever the current day', async () => {
  await serveSalesFrom('2020-01-01', false);
  const marked = async () =>
    (await market('&months=24')).history.flatMap((one: { month: string; provisional: boolean }) =>
      one.provisional ? [one.month] : [],
    );
  expect(await marked()).toEqual(['2026-07', '2026-08', '2026-09']);
  api.clock.advance(200 * 86_400_000);
  expect(await marked()).toEqual(['2026-07', '2026-08', '2026-09']);
});

it('says from which day applications are known if the period begins earlier', async () => {
  const rows = async (column: 'oldest_application' | 'newest_application') =>
    (await database.db.query<{ day: string }>(`select ${column}::text as day from planning_authorities`))
      .rows;
  expect((await rows('oldest_application')).every(({ day }) => day !== null)).toBe(true);
  const warned = async (days: number) => {
    const { body } = await api.call(`/planning/applications?outcode=XE1&days=${days}`);
    return codesOf(body).includes('begins_in_period summary.by_status');
  };
  await database.db.query("update planning_authorities set oldest_application = '2026-08-01'");
  api = await startTestApi(database);
  expect([await warned(365), await warned(120)]).toEqual([true, false]);
});

describe('rents.demand', () => {
  const lets = async (from: string) => {
    const { rows } = await database.db.query<{ n: number }>(
      `select count(*)::integer as n from lettings where postcode like 'XE1 %' and room_type is null
        and let_on between $1 and '2026-11-15'`,
      [from],
    );
    return rows[0]!.n;
  };

  it('divides lets by the months since a new feed began', async () => {
    await database.db.query("delete from lettings where let_on < '2026-07-20'");
    api = await startTestApi(database);
    const { body } = await api.call('/rents/demand?outcode=XE1&widen=false');
    const n = await lets('2026-07-20');
    expect(n).toBeGreaterThanOrEqual(5);
    expect(body.lets_per_month).toBeCloseTo(n / 4, 2);
    expect(body.months_of_inventory).toBeCloseTo(body.active_listings / (n / 4), 1);
    expect(codesOf(body)).toContain('begins_in_period lets_per_month');
  });

  it('uses the newest letting as the end of the lettings, not a newer listing', async () => {
    await database.db.query("update lettings set let_on = null where let_on > '2026-04-10'");
    await database.db.query(
      "update dataset_served set newest_record = '2026-04-10' where dataset = 'operator-lettings'",
    );
    api = await startTestApi(database);
    const { body } = await api.call('/rents/demand?outcode=XE1&widen=false');
    expect(body.meta.sources.map((one: { id: string }) => one.id)).toContain('listings-blm');
    expect(body.lets_per_month).toBeCloseTo((await lets('2025-11-15')) / 5, 2);
    expect(codesOf(body)).toContain('ends_before_period lets_per_month');
  });

  it('divides lets of listings by the months since their first load', async () => {
    await database.db.query("delete from dataset_loads where dataset = 'operator-lettings'");
    await database.db.query(
      `update listing_events set date = '2026-09-20' where event = 'let_agreed' and date < '2026-09-20'`,
    );
    api = await startTestApi(database);
    const { body } = await api.call('/rents/demand?outcode=XE1');
    expect(body.basis).toBe('asking');
    expect(body.lets_per_month).toBeCloseTo(body.meta.sample_size / 2, 2);
    expect(codesOf(body)).toContain('begins_in_period lets_per_month');
  });
});
