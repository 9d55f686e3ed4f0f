import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(
    `truncate energy_certificates; delete from dataset_loads where dataset = 'epc-domestic'`,
  );
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it('a yield by bedrooms says that certificates are missing, not sales', async () => {
  const asked = await api.call('/rents/yields?outcode=XE1&bedrooms=3');
  expect([asked.status, asked.body.error.code]).toEqual([404, 'source_not_loaded']);
  expect(asked.body.error.message).toContain('load epc-domestic');
  const { status, body } = await api.call('/rents/yields?outcode=XE1');
  expect(status).toBe(200);
  expect(body.price_sample).toBeGreaterThan(50);
  expect(body.by_bedrooms.length).toBeGreaterThan(0);
  for (const row of body.by_bedrooms) expect(row).toMatchObject({ gross_yield_pct: null, price_sample: 0 });
  const why = body.meta.warnings.filter((one: { field: string }) => one.field === 'by_bedrooms');
  expect(why).toMatchObject([
    { code: 'source_not_loaded', message: expect.stringContaining('load epc-domestic') },
  ]);
});
