import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query('truncate valuation_builds cascade');
});
afterAll(() => database?.drop());

type Growth = Record<'y1' | 'y3' | 'y5' | 'y10', number | null>;
interface Warning {
  code: string;
  field: string | null;
  message: string;
}

async function growth(): Promise<{ growth_pct: Growth; reasons: Record<string, string>; messages: string }> {
  const api = await startTestApi(database);
  try {
    const { status, body } = await api.call('/prices/market?outcode=XE1');
    expect(status).toBe(200);
    const told = (body.meta.warnings as Warning[]).filter(({ field }) => field?.startsWith('growth_pct'));
    return {
      growth_pct: body.growth_pct,
      reasons: Object.fromEntries(told.map(({ field, code }) => [field, code])),
      messages: told.map(({ message }) => message).join(' '),
    };
  } finally {
    await api.close();
  }
}

it('gives the reason for null growth over years before the index begins', async () => {
  const { db } = database;
  expect((await growth()).reasons).toEqual({});
  await db.query("delete from house_price_index where month < '2022-06-01'");
  const { growth_pct, reasons, messages } = await growth();
  expect(growth_pct).toMatchObject({ y1: expect.any(Number), y3: expect.any(Number), y5: null, y10: null });
  expect(reasons).toEqual({ 'growth_pct.y5': 'not_recorded', 'growth_pct.y10': 'not_recorded' });
  expect(messages).toContain('begins with 2022-06');
});

it('says that sales from before the index have no adjusted price, and that the home therefore has no percentile', async () => {
  const { db } = database;
  const { house } = sandboxSamples();
  const { rows } = await db.query(
    "select to_char(max(date), 'YYYY-MM') as month, max(date)::text as day from sales where uprn = $1 and category = 'standard'",
    [house.uprn],
  );
  await db.query('delete from house_price_index where month <= $1::date', [`${rows[0].month}-01`]);
  const api = await startTestApi(database);
  try {
    for (const path of [
      `/prices/${house.uprn}/comparables?months=120`,
      '/prices/comparables?outcode=XE1&months=120&property_type=flat&limit=100',
    ]) {
      const { status, body } = await api.call(path);
      expect(status).toBe(200);
      const told = (field: string) =>
        (body.meta.warnings as Warning[]).filter((one) => one.field === field).map(({ message }) => message);
      const { price, adjusted_price } = body.summary;
      expect(adjusted_price.n).toBeGreaterThan(0);
      expect(told('adjusted_price').join()).toContain(`here ${price.n - adjusted_price.n}.`);
      if (body.subject) {
        expect(body.subject_percentile).toBeNull();
        expect(told('subject_percentile').join()).toContain(`its last sale, of ${rows[0].day}`);
      }
    }
  } finally {
    await api.close();
  }
});

it('distinguishes an index whose source is not loaded from an index that lacks the area', async () => {
  const { db } = database;
  await db.query('delete from house_price_index');
  expect((await growth()).reasons).toEqual({ growth_pct: 'not_covered' });
  await db.query("delete from dataset_loads where dataset = 'uk-hpi'");
  expect((await growth()).reasons).toEqual({ growth_pct: 'source_not_loaded' });
});
