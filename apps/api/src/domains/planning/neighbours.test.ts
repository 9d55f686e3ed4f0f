import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const BORDER = 'XE1 1AB';
const UNLOADED = 'E06999077';
const place = `postcode=${encodeURIComponent(BORDER)}`;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  // The postcode becomes the only one left in an authority for which nothing is loaded.
  await database.db.query('update postcodes set local_authority_code = $1 where postcode = $2', [
    UNLOADED,
    BORDER,
  ]);
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

describe.each([
  ['/planning/hmo-register', 'status=any&radius_m=5000', 'status=any&expiring_within_days=1'],
  ['/planning/applications', 'days=3650&radius_m=2000', 'days=3650&q=nothing-has-this-word'],
])('%s at the border of an authority without loaded data', (path, some, none) => {
  it('answers from the neighbour’s register, and names the authority that is not loaded', async () => {
    const { status, body } = await api.call(`${path}?${place}&${some}`);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.total).toBeGreaterThan(0);
    const told = body.meta.warnings.filter((one: { code: string }) => one.code === 'partly_covered');
    expect(told.map((one: { message: string }) => one.message).join()).toContain(UNLOADED);
    expect(body.meta.coverage).toContainEqual(
      expect.objectContaining({ area: UNLOADED, status: 'not_covered' }),
    );
    if ('per_1000_dwellings' in body.summary) expect(body.summary.per_1000_dwellings).toBeNull();
  });

  it('answers 404 free if the neighbour’s register has nothing, since an empty list would claim that none exist', async () => {
    const { status, body, headers } = await api.call(`${path}?${place}&${none}`, { key: api.liveKey });
    expect([status, body.error?.code]).toEqual([404, 'not_covered']);
    expect(body.error.message).toContain(UNLOADED);
    expect(headers.get('X-Credits-Charged')).toBe('0');
  });
});
