import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
/** As at the real border: an English outcode, moved to its latitude, in which one postcode is Scottish. */
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
  '%s warns that it has no sales of the Scottish part, only for an area that lies in both nations',
  async (path) => {
    expect(await warned(path, 'XE1')).toBe(true);
    expect(await warned(path, 'XE2')).toBe(false);
  },
);

it('answers for the English part of an outcode that is mostly in Scotland, and for no other place in Scotland', async () => {
  const { rows } = await database.db.query<{ outcode: string; postcode: string }>(
    `select outcode, min(postcode) as postcode from postcodes
      where country = 'Scotland' and outcode <> 'XE1' and terminated_on is null group by 1 order by 1 limit 1`,
  );
  const { outcode, postcode } = rows[0]!;
  const sold = await api.call('/prices/market?outcode=XE2');
  await database.db.query(
    `update postcodes set country = 'Scotland' where outcode = 'XE2' and postcode not in
      (select postcode from sales where postcode like 'XE2 %' group by 1 order by count(*) desc limit 3)`,
  );
  const anew = await startTestApi(database);
  try {
    const { status, body } = await anew.call('/prices/market?outcode=XE2&widen=false');
    expect([status, body.sales_count]).toEqual([200, sold.body.sales_count]);
    expect(body.meta.warnings.map(({ code }: { code: string }) => code)).toContain('partly_covered');
    for (const path of [
      `/prices/market?outcode=${outcode}`,
      `/prices/market?postcode=${encodeURIComponent(postcode)}`,
    ])
      expect((await anew.call(path)).body.error?.code, path).toBe('not_in_jurisdiction');
  } finally {
    await anew.close();
  }
});

it('says whether the figures include licensed sales in the Scottish part', async () => {
  const told = async () => {
    const server = await startTestApi(database);
    const { body } = await server.call('/prices/market?outcode=XE1&widen=false');
    await server.close();
    const { message } = body.meta.warnings.find(({ code }: { code: string }) => code === 'partly_covered');
    return { n: body.sales_count, message };
  };
  const without = await told();
  expect(without.message).toContain('the figures are those of the other part');
  const { rows } = await database.db.query<{ transaction_id: string; postcode: string }>(
    `select transaction_id, postcode from sales where postcode like 'XE1 %' and category = 'standard'
      and property_type <> 'other' order by date desc, transaction_id limit 1`,
  );
  const { transaction_id, postcode } = rows[0]!;
  const move = (to: string) =>
    database.db.query('update sales set postcode = $2 where transaction_id = $1', [transaction_id, to]);
  await move('XE1 9ZZ');
  const licensed = await told();
  await move(postcode);
  expect(licensed.n).toBe(without.n);
  expect(licensed.message).toContain('the licensed sales that are loaded of it count');
});
