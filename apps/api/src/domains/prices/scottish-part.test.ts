import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
/** As at the real border: an English outcode, here moved to its latitude, in which one postcode is Scottish. */
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(
    `update postcodes set northing = northing + 120000, position = point(easting, northing + 120000)
      where country = 'England'`,
  );
  await database.db.query(
    `update postcodes set postcode = 'XE1 9ZZ', outcode = 'XE1', sector = 'XE1 9'
      where postcode = (select min(postcode) from postcodes where country = 'Scotland' and terminated_on is null)`,
  );
  api = await startTestApi(database);
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const warned = async (path: string, outcode: string) => {
  const { status, body } = await api.call(`${path}?outcode=${outcode}`);
  expect(status, path).toBe(200);
  return (body.meta.warnings as { code: string; message: string }[]).some(
    ({ code, message }) => code === 'partly_covered' && message.includes('lies in Scotland'),
  );
};

it.each(['/prices/market', '/prices/comparables', '/rents/yields'])(
  'says by %s of an area in two nations that it has no sales of the Scottish part, and of no other area',
  async (path) => {
    expect(await warned(path, 'XE1')).toBe(true);
    expect(await warned(path, 'XE2')).toBe(false);
  },
);
