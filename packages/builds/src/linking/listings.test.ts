import { inTransaction } from '@domesday/db';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeListings } from './listings.query.ts';

interface Home {
  id: string;
  bedrooms: number | null;
  estimated_rent_pcm: number | null;
  gross_yield_pct: number | null;
  price: number;
  local_authority_code: string | null;
  brma_key: string | null;
}
interface Rent {
  area_code: string;
  brma_key: string | null;
  month: string;
  segment: string;
  rent_pcm: number;
}

describe('the rent of a home for sale', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sandboxDatabase();
  }, 300_000);
  afterAll(() => database?.drop());
  const homes = async (): Promise<Home[]> =>
    (
      await database.db.query(
        `select l.id, l.bedrooms, l.estimated_rent_pcm, l.gross_yield_pct, l.price, c.local_authority_code, b.brma_key
           from listings l left join postcodes c using (postcode) left join brma_postcodes b using (postcode)
          where l.listing_type = 'sale' order by l.id`,
      )
    ).rows;

  it('is the newest mean rent of its area for its bedrooms, and null if the bedrooms are not known', async () => {
    const rents: Rent[] = (
      await database.db.query(
        'select area_code, brma_key, month::text as month, segment, rent_pcm from private_rents',
      )
    ).rows;
    const expected = (home: Home): number | null => {
      if (home.bedrooms === null) return null;
      const segment = home.bedrooms === 0 ? '1' : home.bedrooms > 4 ? '4' : String(home.bedrooms);
      const own = rents.filter(
        (rent) =>
          rent.area_code === home.local_authority_code ||
          (rent.brma_key !== null && rent.brma_key === home.brma_key),
      );
      const newest = own
        .map((rent) => rent.month)
        .sort()
        .at(-1);
      return own.find((rent) => rent.month === newest && rent.segment === segment)?.rent_pcm ?? null;
    };
    const check = async () => {
      const all = await homes();
      for (const home of all) {
        const rent = expected(home);
        expect([home.id, home.estimated_rent_pcm]).toEqual([home.id, rent]);
        if (rent === null) expect(home.gross_yield_pct).toBeNull();
        else expect(home.gross_yield_pct).toBeCloseTo((rent * 1200) / home.price, 6);
      }
      return all.filter((home) => home.estimated_rent_pcm !== null);
    };
    const known = await check();
    expect(known.length).toBeGreaterThan(10);
    // A later feed may leave out the bedrooms that an earlier one gave.
    const { id } = known[0]!;
    await database.db.query('update listings set bedrooms = null where id = $1', [id]);
    await inTransaction(database.db, (client) => placeListings(client, []));
    expect((await check()).map((home) => home.id)).not.toContain(id);
  });
});
