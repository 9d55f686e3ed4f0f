import { buildMarket } from '@domesday/builds/packed-sales';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../../../test/real-files.ts';

/** A third of the certificates give no rooms, a third of the listings for sale no bedrooms. */
let packed: TestDatabase;
let plain: TestDatabase;
let fromPacked: TestApi;
let fromSales: TestApi;
beforeAll(async () => {
  [packed, plain] = await Promise.all([sandboxDatabase(), sandboxDatabase()]);
  for (const { db } of [packed, plain]) {
    await db.query('update energy_certificates set habitable_rooms = null where uprn % 3 = 0');
    await db.query(
      "update listings set bedrooms = null where hashtext(id) % 3 = 0 and listing_type = 'sale'",
    );
    await db.query(
      'update lettings set bedrooms = 5 where room_type is null and hashtext(reference) % 4 = 0',
    );
    await db.query("delete from derived_builds where name = 'market'");
  }
  await plain.db.query('truncate sale_months, sale_squares');
  await buildMarket(packed.db);
  [fromPacked, fromSales] = await Promise.all([startTestApi(packed), startTestApi(plain)]);
}, 300_000);
afterAll(async () => {
  await Promise.all([fromPacked?.close(), fromSales?.close()]);
  await Promise.all([packed?.drop(), plain?.drop()]);
});

interface Sold {
  price: number;
  rooms: number | null;
}
/** The rule of properties.get, written out again; 5 for five and more. */
function bedroomsOf(rooms: number | null): number | null {
  if (rooms === null) return null;
  if (rooms <= 1) return rooms;
  return rooms <= 4 ? rooms - 1 : Math.min(5, rooms - 2);
}

describe.each([
  ['packed sales', () => fromPacked],
  ['the table of sales', () => fromSales],
])('from %s', (_name, api) => {
  it('does not count a sale with unknown bedrooms under any number of bedrooms', async () => {
    const { body } = await api().call('/rents/yields?outcode=XE1&months=36&widen=false');
    const { rows } = await plain.db.query<Sold>(
      `select s.price, (select c.habitable_rooms from energy_certificates c where c.uprn = s.uprn
                         order by c.lodged_on desc nulls last, c.certificate_number desc limit 1) as rooms
         from sales s
        where s.postcode like 'XE1 %' and s.category = 'standard' and s.property_type <> 'other'
          and s.date between '2023-11-15' and '2026-11-15'`,
    );
    expect(rows.filter((row) => row.rooms === null).length).toBeGreaterThan(20);
    const priced = body.by_bedrooms as { bedrooms: number; price_sample: number }[];
    expect(priced.map((row) => row.bedrooms)).toContain(5);
    for (const row of priced) {
      const own = rows.filter((sale) => bedroomsOf(sale.rooms) === row.bedrooms);
      expect([row.bedrooms, row.price_sample]).toEqual([row.bedrooms, own.length]);
    }
  });

  it('does not count a listing with unknown bedrooms under any number of bedrooms', async () => {
    const { rows } = await plain.db.query<{ price: number; bedrooms: number | null }>(
      `select price_comparable as price, bedrooms from listings
        where listing_type = 'sale' and status <> 'withdrawn' and property_type is distinct from 'other'
          and postcode like 'XE1 %'`,
    );
    const unknown = rows.filter((row) => row.bedrooms === null);
    expect(unknown.length).toBeGreaterThan(0);
    const { status, body } = await api().call('/rents/yields?outcode=XE1&price_basis=asking&widen=false');
    expect(status).toBe(200);
    expect(body.price_sample).toBe(rows.length);
    expect(body.median_price).toBe(
      quantile(
        rows.map((row) => row.price),
        0.5,
      ),
    );
    expect(body.by_bedrooms.map((row: { bedrooms: number }) => row.bedrooms)).toContain(5);
    for (const row of body.by_bedrooms as { bedrooms: number; price_sample: number }[]) {
      const own = rows.filter(
        (listing) => listing.bedrooms !== null && Math.min(5, listing.bedrooms) === row.bedrooms,
      );
      expect([row.bedrooms, row.price_sample]).toEqual([row.bedrooms, own.length]);
    }
  });

  it('excludes sales with unknown rooms if a number of bedrooms is requested', async () => {
    const { latitude, longitude } = sandboxSamples().house;
    const { body } = await api().call(
      `/prices/comparables?lat=${latitude}&lng=${longitude}&radius_m=5000&months=60&bedrooms_min=9`,
    );
    const { rows } = await plain.db.query('select max(habitable_rooms) as most from energy_certificates');
    expect(rows[0].most).toBeLessThan(11);
    expect(body.error?.code).toBe('insufficient_data');
  });
});
