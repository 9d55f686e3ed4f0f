import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Two adverts of each kind in XE1 become adverts of park homes.
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(
    `update listings l set property_type = 'other', bedrooms = 2
       from (select id, row_number() over (partition by listing_type order by id) as nth from listings
              where postcode like 'XE1 %' and status = 'available' and not of_share) n
      where n.id = l.id and n.nth <= 2`,
  );
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const told = async (path: string) => {
  const { status, body } = await api.call(path);
  const warnings = body.meta?.warnings as { code: string; field: string; message: string }[];
  const found = warnings?.filter(({ code }) => code === 'not_an_ordinary_home') ?? [];
  return [status, ...found.map(({ field, message }) => `${field} ${/\d+/.exec(message)}`)];
};

describe('adverts of a type that a figure excludes', () => {
  it('are counted in a warning of yields at asking prices, unless another type is requested', async () => {
    const path = '/rents/yields?outcode=XE1&price_basis=asking&widen=false';
    expect(await told(path)).toEqual([200, 'median_price 2']);
    expect(await told(`${path}&property_type=flat`)).not.toContain('median_price 2');
  });

  it('are counted in a warning of rental demand, with lettings and with adverts alone', async () => {
    const path = '/rents/demand?outcode=XE1&widen=false';
    expect(await told(path)).toEqual([200, 'price_reductions_pct 2']);
    await database.db.query('delete from lettings');
    await database.db.query(
      `insert into listing_events (listing_id, date, event, price, load_id)
       select id, '2026-10-01', 'let_agreed', price, load_id from listings
        where listing_type = 'rent' and postcode like 'XE1 %' and property_type is distinct from 'other' limit 8
       on conflict do nothing`,
    );
    expect(await told(path)).toEqual([200, 'active_listings 2']);
  });
});
