import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locationQueriesOf } from '../../../test/location-cases.ts';

const samples = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const entry = operationTable.find((o) => o.id === 'listings.search')!;
const ask = (query: string) => api.call(`${entry.path}?${query}`);
interface Shown {
  id: string;
  price: number;
  price_period: string;
  bedrooms: number;
  status: string;
  distance_m: number;
  first_listed: string;
  last_seen: string;
  days_on_market: number;
  gross_yield_pct: number | null;
  price_history: { event: string; date: string }[];
}

describe.each([
  ['England', samples.house],
  ['Wales', samples.welshHouse],
  ['Scotland', samples.scottishFlat],
] as const)('in %s', (_nation, home) => {
  it.each(Object.entries(locationQueriesOf(home)))('finds listings by %s', async (by, query) => {
    const answer = await ask(`listing_type=sale&${query}`);
    expect(answer.status, answer.text).toBe(200);
    expect(departures(entry, 200, answer.body)).toEqual([]);
    if (!['uprn', 'postcode', 'sector'].includes(by)) expect(answer.body.count).toBeGreaterThan(0);
  });
});

describe('listings.search', () => {
  it('finds as many listings of a type without a place as an independent query does', async () => {
    for (const type of ['sale', 'rent']) {
      const { body } = await ask(`listing_type=${type}&limit=1`);
      const { rows } = await database.db.query(
        "select count(*) as n from listings where listing_type = $1 and status <> 'withdrawn'",
        [type],
      );
      expect(body.total).toBe(rows[0].n);
      expect(body.meta.geography).toBeNull();
    }
  });

  it('applies every filter', async () => {
    const { body } = await ask(
      'listing_type=sale&max_price=300000&min_price=100000&min_bedrooms=2&max_bedrooms=3&status=available&min_yield_pct=3&limit=100',
    );
    const results: Shown[] = body.results;
    expect(results.length).toBeGreaterThan(3);
    for (const item of results) {
      expect(item.price).toBeGreaterThanOrEqual(100000);
      expect(item.price).toBeLessThanOrEqual(300000);
      expect([2, 3]).toContain(item.bedrooms);
      expect(item.status).toBe('available');
      expect(item.gross_yield_pct).toBeGreaterThanOrEqual(3);
    }
    const none = await ask('listing_type=sale&q=nosuchword');
    expect([none.status, none.body.total]).toEqual([200, 0]);
    const [first] = results;
    const { rows } = await database.db.query('select address from listings where id = $1', [first!.id]);
    const word = rows[0].address.split(', ').at(-1);
    expect((await ask(`listing_type=sale&q=${encodeURIComponent(word)}`)).body.total).toBeGreaterThan(0);
  });

  it.each([
    ['min_price', 'price', 1],
    ['max_price', 'price', -1],
    ['min_bedrooms', 'bedrooms', 1],
    ['max_bedrooms', 'bedrooms', -1],
    ['min_yield_pct', 'gross_yield_pct', 1],
    ['added_since', 'first_listed', 1],
  ] as const)('includes listings whose value equals %s, and none beyond it', async (name, field, sign) => {
    const place = 'listing_type=sale&outcode=XE1&limit=100';
    const { body } = await ask(place);
    expect(body.total).toBe(body.results.length);
    const values: (number | string)[] = body.results.flatMap((item: Shown) => item[field] ?? []);
    const bound = values.toSorted((a, b) => (a < b ? -1 : 1))[values.length >> 1]!;
    const within = values.filter((value) => value === bound || (sign === 1 ? value > bound : value < bound));
    expect((await ask(`${place}&${name}=${bound}`)).body.total).toBe(within.length);
  });

  it.each(['newest', 'price', '-price', 'yield', 'distance'])(
    'returns each listing once over all pages when sorted by %s',
    async (sort) => {
      const place = 'outcode=XE1';
      const whole = await ask(`listing_type=sale&${place}&sort=${sort}&limit=100`);
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await ask(
          `listing_type=sale&${place}&sort=${sort}&limit=7${cursor ? `&cursor=${cursor}` : ''}`,
        );
        expect(page.status, page.text).toBe(200);
        ids.push(...page.body.results.map((item: Shown) => item.id));
        cursor = page.body.next_cursor;
      } while (cursor);
      expect(ids).toEqual(whole.body.results.map((item: Shown) => item.id));
      expect(ids.length).toBe(whole.body.total);
      expect(new Set(ids).size).toBe(ids.length);
      const results: Shown[] = whole.body.results;
      const keys = results.map((item) =>
        sort === 'newest'
          ? -Date.parse(item.first_listed)
          : sort === 'price'
            ? item.price
            : sort === '-price'
              ? -item.price
              : sort === 'yield'
                ? -(item.gross_yield_pct ?? -1)
                : item.distance_m,
      );
      expect(keys).toEqual([...keys].sort((a, b) => a - b));
    },
  );

  it('compares rents by the month, including weekly rents', async () => {
    const { body } = await ask('listing_type=rent&max_price=800&limit=100');
    const results: Shown[] = body.results;
    expect(results.length).toBeGreaterThan(0);
    for (const item of results)
      expect(item.price * (item.price_period === 'pw' ? 52 / 12 : 1)).toBeLessThanOrEqual(801);
    const { rows } = await database.db.query(
      "select count(*) as n from listings where listing_type = 'rent' and price_comparable <= 800 and status <> 'withdrawn'",
    );
    expect(body.total).toBe(rows[0].n);
  });

  it('gives the price history, the days on the market, and a confidence with each linked UPRN', async () => {
    const { body } = await ask('listing_type=sale&limit=100');
    const results: (Shown & { uprn: number | null; uprn_confidence: number | null })[] = body.results;
    for (const item of results) {
      expect(item.price_history[0]!.event).toBe('listed');
      expect(item.days_on_market).toBe(
        (Date.parse(item.last_seen) - Date.parse(item.first_listed)) / 86_400_000,
      );
      expect(item.uprn === null).toBe(item.uprn_confidence === null);
    }
    expect(results.filter((item) => item.uprn !== null).length).toBeGreaterThan(results.length / 3);
  });

  it('links listings to the homes that the sandbox advertises', async () => {
    const { rows } = await database.db.query(
      `select count(*) as linked, count(*) filter (where right(l.uprn::text, 6)::int = split_part(l.reference, '_', 2)::int) as right_home
         from listings l where l.uprn is not null`,
    );
    expect(rows[0].linked).toBeGreaterThan(50);
    expect(rows[0].right_home).toBe(rows[0].linked);
  });

  it('answers as CSV and GeoJSON', async () => {
    const csv = await ask('listing_type=sale&outcode=XE1&format=csv&limit=5');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toMatch(/^id,source,url,listing_type/);
    const geo = await ask('listing_type=sale&outcode=XE1&format=geojson&limit=5');
    const { features } = JSON.parse(geo.text);
    expect(features.length).toBe(5);
    expect(features[0].geometry.coordinates[1]).toBeGreaterThan(49);
  });

  it('refuses two places, an invented cursor, a cursor of another order, and sorting by distance without a place', async () => {
    const codes = [];
    const { body } = await ask('listing_type=sale&limit=1');
    for (const query of [
      'listing_type=sale&outcode=XE1&postcode=XE11AA',
      'listing_type=sale&cursor=abcdef',
      `listing_type=sale&sort=price&cursor=${body.next_cursor}`,
      'listing_type=sale&sort=distance',
      '',
    ]) {
      const answer = await ask(query);
      codes.push(`${answer.status} ${answer.body.error.code}`);
    }
    expect(codes).toEqual([
      '422 multiple_locations',
      '422 invalid_parameter',
      '422 invalid_parameter',
      '422 invalid_parameter',
      '400 missing_parameter',
    ]);
  });

  it('sorts and filters rents by the month, whatever period they are stated for', async () => {
    const { db } = database;
    const by_week = "listing_type = 'rent' and hashtext(id) % 2 = 0";
    await db.query(
      `update listings set price = round(price_comparable * 12 / 52), price_period = 'pw' where ${by_week}`,
    );
    await db.query(`update listings set price_comparable = price * 52 / 12 where ${by_week}`);
    const monthly = ({ price, price_period }: Shown) => (price_period === 'pw' ? (price * 52) / 12 : price);
    for (const [sort, sign] of [
      ['price', 1],
      ['-price', -1],
    ] as const) {
      const { body } = await ask(`listing_type=rent&sort=${sort}&min_price=600&limit=100`);
      const results: Shown[] = body.results;
      const periods = new Set(results.map((item) => item.price_period));
      expect([...periods].sort()).toEqual(['pcm', 'pw']);
      const rents = results.map(monthly);
      expect(Math.min(...rents)).toBeGreaterThanOrEqual(600);
      expect(rents).toEqual(rents.toSorted((a, b) => sign * (a - b)));
    }
  });

  it('names the loaders and charges nothing if no feed is loaded', async () => {
    const bare = await sandboxDatabase();
    await bare.db.query("delete from dataset_loads where dataset like 'listings-%'");
    const own = await startTestApi(bare);
    try {
      const answer = await own.call(`${entry.path}?listing_type=sale`, { key: own.liveKey });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'source_not_loaded']);
      expect(answer.body.error.message).toContain('listings-blm');
      expect(answer.headers.get('x-credits-charged')).toBe('0');
    } finally {
      await own.close();
      await bare.drop();
    }
  });
});
