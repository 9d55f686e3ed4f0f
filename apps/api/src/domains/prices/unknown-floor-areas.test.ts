import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

/** The price of a square foot, and the codes of the warnings that say why there is none. */
async function told() {
  const api = await startTestApi(database);
  try {
    const { status, body } = await api.call('/prices/market?outcode=XE1');
    expect(status).toBe(200);
    const reasons = body.meta.warnings.filter(({ field }: { field: string }) => field === 'price_per_sqft');
    return { known: body.price_per_sqft !== null, reasons: reasons.map((one: { code: string }) => one.code) };
  } finally {
    await api.close();
  }
}

it('distinguishes missing floor areas from a source that is not loaded if no price per square foot is known', async () => {
  const { db } = database;
  expect(await told()).toEqual({ known: true, reasons: [] });
  await db.query('update energy_certificates set floor_area_sqm = null');
  // The sales that were packed before contain the facts of the old certificates.
  await db.query('delete from derived_builds');
  expect(await told()).toEqual({ known: false, reasons: ['not_recorded'] });
  await db.query("delete from dataset_loads where dataset = 'epc-domestic'");
  expect(await told()).toEqual({ known: false, reasons: ['source_not_loaded'] });
}, 120_000);
