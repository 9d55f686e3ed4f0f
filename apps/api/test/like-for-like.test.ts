import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from './real-files.ts';

interface Homes {
  bedrooms: number | null;
  and_more: boolean;
  property_type: string;
  source: string;
  area: string;
  period: { from: string; to: string };
}

const { house, flat } = sandboxSamples();
let own: TestDatabase;
let open: TestDatabase;
let fromFeed: TestApi;
let fromOpenData: TestApi;
beforeAll(async () => {
  [own, open] = await Promise.all([sandboxDatabase(), sandboxDatabase()]);
  await own.db.query(
    'update lettings set bedrooms = 5 where room_type is null and hashtext(reference) % 5 = 0',
  );
  await own.db.query(
    'update lettings set bedrooms = 0 where room_type is null and hashtext(reference) % 5 = 1',
  );
  // Enough houses with as many bedrooms as the flat to answer for it, if houses were wrongly included.
  await own.db.query(
    `update lettings set property_type = 'terraced', bedrooms = $1
      where room_type is null and hashtext(reference) % 5 in (2, 3)`,
    [roomsToBedrooms(await roomsOf(own, flat.uprn))],
  );
  await open.db.query("delete from dataset_loads where dataset = 'operator-lettings'");
  [fromFeed, fromOpenData] = await Promise.all([startTestApi(own), startTestApi(open)]);
}, 300_000);
afterAll(async () => {
  await Promise.all([fromFeed?.close(), fromOpenData?.close()]);
  await Promise.all([own?.drop(), open?.drop()]);
});

async function roomsOf(database: TestDatabase, uprn: number): Promise<number> {
  const { rows } = await database.db.query<{ rooms: number }>(
    `select habitable_rooms as rooms from energy_certificates where uprn = $1
      order by lodged_on desc nulls last limit 1`,
    [uprn],
  );
  return rows[0]!.rooms;
}

/** The rule of properties.get, written out again. */
function roomsToBedrooms(rooms: number): number {
  if (rooms <= 1) return rooms;
  return rooms <= 4 ? rooms - 1 : rooms - 2;
}

const isOf = (homes: Homes, bedrooms: number | null, property_type: string | null) =>
  (homes.bedrooms === null ||
    (bedrooms !== null && (homes.and_more ? bedrooms >= homes.bedrooms : bedrooms === homes.bedrooms))) &&
  (homes.property_type === 'all' || homes.property_type === property_type);

/** Median price in XE1 of the homes that a label describes, computed from the sales and certificates themselves. */
async function priceOf(homes: Homes): Promise<{ n: number; median: number }> {
  const { rows } = await own.db.query<{ price: number; property_type: string; rooms: number | null }>(
    `select s.price, s.property_type,
            (select c.habitable_rooms from energy_certificates c where c.uprn = s.uprn
              order by c.lodged_on desc nulls last, c.certificate_number desc limit 1) as rooms
       from sales s where s.postcode like 'XE1 %' and s.category = 'standard' and s.property_type <> 'other'
        and s.date between $1 and $2`,
    [homes.period.from, homes.period.to],
  );
  const prices = rows
    .filter((row) => isOf(homes, row.rooms === null ? null : roomsToBedrooms(row.rooms), row.property_type))
    .map((row) => row.price);
  return { n: prices.length, median: quantile(prices, 0.5) };
}

async function rentOf(homes: Homes): Promise<number> {
  if (homes.source === 'operator-lettings') {
    const { rows } = await own.db.query<{
      rent_pcm: number;
      bedrooms: number | null;
      property_type: string | null;
    }>(
      `select rent_pcm, bedrooms, property_type from lettings
        where postcode like 'XE1 %' and room_type is null and let_on between $1 and $2`,
      [homes.period.from, homes.period.to],
    );
    const rents = rows
      .filter((row) => isOf(homes, row.bedrooms, row.property_type))
      .map((row) => row.rent_pcm);
    return quantile(rents, 0.5);
  }
  if (homes.source === 'private-rents') {
    const segment = homes.bedrooms === null ? homes.property_type : String(homes.bedrooms);
    expect(homes.and_more).toBe(homes.bedrooms === 4);
    const { rows } = await open.db.query<{ rent_pcm: number }>(
      'select rent_pcm from private_rents where area_name = $1 and segment = $2 and month = $3',
      [homes.area, segment, homes.period.from],
    );
    return rows[0]!.rent_pcm;
  }
  const { rows } = await open.db.query<{ median_pw: number }>(
    `select median_pw from lha_rents where brma_name = $1 and category = $2 and make_date(year, 9, 30) = $3`,
    [homes.area, homes.bedrooms === null ? 'B-E' : 'ABCDE'[homes.bedrooms], homes.period.to],
  );
  return (rows[0]!.median_pw * 365) / 84;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
const codesOf = (body: any): string[] => body.meta.warnings.map((warning: { code: string }) => warning.code);

describe.each([
  ['the own lettings', () => fromFeed],
  ['open data', () => fromOpenData],
])('rents.yields from %s', (_name, api) => {
  const questions = [undefined, 0, 1, 2, 3, 4, 5].flatMap((bedrooms) =>
    [undefined, 'terraced', 'flat'].map((property_type) => ({ bedrooms, property_type })),
  );

  it('follows from the homes that it names for rent and price, with a warning if these differ', async () => {
    let answered = 0;
    for (const { bedrooms, property_type } of questions) {
      const asked = new URLSearchParams({ outcode: 'XE1', months: '36', widen: 'false' });
      if (bedrooms !== undefined) asked.set('bedrooms', String(bedrooms));
      if (property_type) asked.set('property_type', property_type);
      const { status, body } = await api().call(`/rents/yields?${asked}`);
      if (status !== 200) {
        expect(body.error.code).toBe('insufficient_data');
        continue;
      }
      answered++;
      const { rent_of, price_of } = body as { rent_of: Homes; price_of: Homes };
      const [rent, price] = [await rentOf(rent_of), await priceOf(price_of)];
      expect([asked.toString(), body.price_sample]).toEqual([asked.toString(), price.n]);
      expect(body.median_price).toBeCloseTo(price.median, 2);
      expect(body.rent_pcm).toBeCloseTo(rent, 1);
      expect(body.gross_yield_pct.point).toBeCloseTo((rent * 1200) / price.median, 1);
      const same = (['bedrooms', 'and_more', 'property_type'] as const).every(
        (key) => rent_of[key] === price_of[key],
      );
      expect(codesOf(body).includes('unlike_parts')).toBe(!same);
      if (bedrooms !== undefined && rent_of.bedrooms !== bedrooms)
        expect(codesOf(body)).toContain('other_bedrooms');
    }
    expect(answered).toBeGreaterThanOrEqual(5);
  });
});

it('rents.yields answers for five bedrooms with the nearest class of rents, and warns of it', async () => {
  const large = await sandboxDatabase();
  await large.db.query(
    'update energy_certificates set habitable_rooms = 8 where hashtext(uprn::text) % 4 = 0',
  );
  await large.db.query("delete from derived_builds where name = 'market'");
  const answers = [];
  for (const unloaded of ['operator-lettings', 'lha-list-of-rents']) {
    await large.db.query('delete from dataset_loads where dataset = $1', [unloaded]);
    const api = await startTestApi(large);
    answers.push(await api.call('/rents/yields?outcode=XE1&bedrooms=5&months=36'));
    await api.close();
  }
  await large.drop();
  const [list, index] = answers;
  for (const [answer, source, and_more] of [
    [list!, 'lha-list-of-rents', false],
    [index!, 'private-rents', true],
  ] as const) {
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.rent_of).toMatchObject({ source, bedrooms: 4, and_more });
    expect(answer.body.price_of).toMatchObject({ bedrooms: 5, and_more: true });
    expect(codesOf(answer.body)).toEqual(expect.arrayContaining(['other_bedrooms', 'unlike_parts']));
  }
});

describe('a figure of the rent index for one property type', () => {
  const told = (body: { meta: { warnings: { field: string | null }[] } }, field: string) =>
    body.meta.warnings.some((one) => one.field === field);

  it('is not divided by prices by bedrooms, since the index gives rents by bedrooms for all types only', async () => {
    const { body } = await fromOpenData.call('/rents/yields?outcode=XE1&months=36&property_type=flat');
    expect(body.rent_of).toMatchObject({ source: 'private-rents', property_type: 'flat' });
    expect([body.by_bedrooms, told(body, 'by_bedrooms')]).toEqual([[], true]);
    const all = (await fromOpenData.call('/rents/yields?outcode=XE1&months=36')).body;
    expect([all.by_bedrooms.length > 0, told(all, 'by_bedrooms')]).toEqual([true, false]);
  });

  it('is shown beside rents by bedrooms for all types, with a warning', async () => {
    const { body } = await fromOpenData.call('/rents/long-term?outcode=XE1&property_type=flat');
    expect([body.basis, told(body, 'by_bedrooms')]).toEqual(['index', true]);
    expect(told(body, 'by_property_type')).toBe(false);
  });
});

describe('valuations.rental', () => {
  it.each([
    ['a house', house.uprn],
    ['a flat', flat.uprn],
  ])(
    'gives a yield of %s only if the rent is for the same bedrooms and type as the home',
    async (_name, uprn) => {
      const recorded = roomsToBedrooms(await roomsOf(own, uprn));
      const home = Math.min(5, recorded);
      const seen = { some: 0, none: 0 };
      for (const api of [fromFeed, fromOpenData]) {
        for (const bedrooms of [0, 1, 2, 3, 4, 5, 6]) {
          const { status, body } = await api.call(`/valuations/${uprn}/rental?bedrooms=${bedrooms}`);
          expect(status).toBe(200);
          const of = body.rent_of as Homes;
          const rented = Math.min(5, Math.max(1, of.bedrooms!));
          const like = of.and_more ? home >= rented : home === rented;
          expect([bedrooms, body.gross_yield_pct !== null]).toEqual([bedrooms, like]);
          expect(body.value_of.bedrooms).toBe(recorded);
          seen[like ? 'some' : 'none']++;
          const said = body.meta.warnings.some((one: { field: string }) => one.field === 'gross_yield_pct');
          expect(said).toBe(!like);
        }
      }
      expect(seen.some).toBeGreaterThan(0);
      expect(seen.none).toBeGreaterThan(0);
    },
  );

  it('gives no yield of a flat from the rent of houses', async () => {
    const ask = `/valuations/${flat.uprn}/rental?max_radius_m=5000`;
    const [houses, flats] = [await fromFeed.call(`${ask}&property_type=terraced`), await fromFeed.call(ask)];
    expect([houses.body.rent_of.property_type, houses.body.gross_yield_pct]).toEqual(['house', null]);
    expect(flats.body.rent_of.property_type).not.toBe('house');
    expect(flats.body.gross_yield_pct).not.toBeNull();
  });
});
