import { join } from 'node:path';
import { load } from '@domesday/builds';
import { toGrid } from '@domesday/geography/grid';
import { sandboxSamples } from '@domesday/sandbox';
import {
  departures,
  emptyDatabase,
  operationTable,
  sandboxDatabase,
  sharedData,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { locationQueriesOf } from '../../../test/location-cases.ts';

const samples = sandboxSamples();
const folder = sharedData();
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

const entry = operationTable.find((o) => o.id === 'str.market')!;

describe('str.market', () => {
  it.each(Object.entries(locationQueriesOf(samples.house)))(
    'answers in England for a location by %s',
    async (_by, query) => {
      const answer = await api.call(`${entry.path}?${query}&listing_type=all`);
      expect(answer.status, answer.text).toBe(200);
      expect(departures(entry, 200, answer.body)).toEqual([]);
      expect(answer.body.adr.n).toBeGreaterThanOrEqual(10);
      expect(answer.body.meta.confidence).not.toBe('High');
    },
  );

  it.each(Object.entries(locationQueriesOf(samples.scottishFlat)))(
    'answers in Scotland, where hosts need a licence, for a location by %s',
    async (_by, query) => {
      const answer = await api.call(`${entry.path}?${query}&listing_type=all`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.licensing.licence_required).toBe(true);
    },
  );

  it('warns that positions are blurred if the circle is narrower than 500 m', async () => {
    const { latitude, longitude, postcode } = samples.house;
    const told = async (query: string) => {
      const { status, body } = await api.call(`${entry.path}?${query}&widen=false&listing_type=all`);
      if (status !== 200) return body.error.code;
      return body.meta.warnings.some(({ code }: { code: string }) => code === 'blurred_positions');
    };
    const circle = (radius_m: number) => told(`lat=${latitude}&lng=${longitude}&radius_m=${radius_m}`);
    expect([await circle(499), await circle(500), await told(`outcode=${postcode.split(' ')[0]}`)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(Object.entries(locationQueriesOf(samples.welshHouse)))(
    'answers 404 free in Wales, where no city is loaded, for a location by %s',
    async (_by, query) => {
      const answer = await api.call(`${entry.path}?${query}`, { key: api.liveKey });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_covered']);
      expect(answer.headers.get('x-credits-charged')).toBe('0');
    },
  );

  it('gives the same figures as an independent query', async () => {
    const { body } = await api.call(`${entry.path}?outcode=XE1&widen=false`);
    const { rows } = await database.db.query(
      `select count(*) as n, percentile_cont(0.5) within group (order by price_pn) as adr,
              percentile_cont(0.25) within group (order by price_pn * nights) as low,
              percentile_cont(0.5) within group (order by nights / 365.0 * 100) as occupancy
         from (select price_pn, least(255, reviews_12m * 2 * greatest(3, minimum_nights)) as nights from short_lets
                where listing_type = 'entire_home' and price_usable and reviews >= 5 and postcode like 'XE1 %') s`,
    );
    const pennies = (value: number) => Math.round(value * 100) / 100;
    expect(body.adr.n).toBe(rows[0].n);
    expect(body.adr.median).toBe(pennies(rows[0].adr));
    expect(body.occupancy_pct.median).toBe(pennies(rows[0].occupancy));
    expect(body.revenue_pcm.p25).toBe(pennies(rows[0].low / 12));
    expect(body.history).toEqual([
      expect.objectContaining({ adr: body.adr.median, active_listings: body.active_listings }),
    ]);
  });

  it('counts in each month of the history the newest visit of every city that lies in the area', async () => {
    const ask = async (months: number) =>
      (await api.call(`${entry.path}?outcode=XE1&widen=false&months=${months}`)).body.history;
    const [only] = await ask(12);
    const columns =
      'listing_type, price_pn, price_usable, minimum_nights, reviews, reviews_12m, nights_12m, availability_365, latitude, longitude, easting, northing, postcode, load_id';
    // The same city and another one, both seen on the first of the month.
    await database.db.query(
      `insert into short_lets (id, seen_on, city, current, ${columns})
       select -s.id - n, date_trunc('month', seen_on), case n when 0 then city else 'xanport' end, false, ${columns}
         from short_lets s, generate_series(0, 1) n`,
    );
    const [both, ...others] = await ask(24);
    await database.db.query('delete from short_lets where id < 0');
    expect(others).toEqual([]);
    expect(both).toEqual({ ...only, active_listings: 2 * only.active_listings });
  });

  it('widens the area if there are too few listings, unless widen=false', async () => {
    const wide = await api.call(`${entry.path}?postcode=${encodeURIComponent(samples.house.postcode)}`);
    const narrow = await api.call(
      `${entry.path}?postcode=${encodeURIComponent(samples.house.postcode)}&widen=false`,
    );
    expect(wide.body.meta.geography.widened).toBe(true);
    expect([narrow.status, narrow.body.error.code]).toEqual([404, 'insufficient_data']);
  });

  it('requires exactly one location', async () => {
    expect((await api.call(entry.path)).status).toBe(400);
    expect((await api.call(`${entry.path}?outcode=XE1&uprn=${samples.house.uprn}`)).status).toBe(422);
  });
});

describe('without a loaded city', () => {
  it('names the loader', async () => {
    const bare = await sandboxDatabase();
    await bare.db.query(`delete from dataset_loads where dataset = 'airbnb-listings'`);
    const own = await startTestApi(bare);
    try {
      const answer = await own.call(`${entry.path}?outcode=XE1`);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'source_not_loaded']);
      expect(answer.body.error.message).toContain('airbnb-listings');
    } finally {
      await own.close();
      await bare.drop();
    }
  });
});

describe.skipIf(!folder)('on the real listings of Edinburgh', () => {
  it('gives the same market around a point as an independent query', async () => {
    const real = await emptyDatabase();
    const own = await startTestApi(real);
    try {
      await load(real.db, 'airbnb-listings', [join(folder!, 'airbnb/listings-edinburgh-2021-12.csv')], {
        home: inject('scratchFolder'),
      });
      const { body, status, text } = await own.call(`${entry.path}?lat=55.9533&lng=-3.1883&radius_m=2000`);
      expect(status, text).toBe(200);
      const centre = toGrid(55.9533, -3.1883);
      const { rows } = await real.db.query(
        `select count(*) as n, percentile_cont(0.5) within group (order by price_pn) as adr,
                percentile_cont(0.5) within group (order by price_pn * least(255, reviews_12m * 2 * greatest(3, minimum_nights)) / 12.0) as revenue
           from short_lets s
          where listing_type = 'entire_home' and reviews >= 5 and (availability_365 > 0 or reviews_12m > 0) and price_pn between
                (select percentile_cont(0.01) within group (order by price_pn) from short_lets where listing_type = 'entire_home')
                and (select percentile_cont(0.99) within group (order by price_pn) from short_lets where listing_type = 'entire_home')
            and sqrt(power(easting - $1::float8, 2) + power(northing - $2::float8, 2)) <= 2000`,
        [centre.easting, centre.northing],
      );
      expect(body.adr.n).toBe(rows[0].n);
      expect(body.adr.n).toBeGreaterThan(1000);
      expect(body.dormant.listings).toBe(body.dormant.revenue_pcm_with_dormant.n - body.adr.n);
      expect(body.adr.median).toBe(rows[0].adr);
      expect(body.revenue_pcm.median).toBe(Math.round(rows[0].revenue * 100) / 100);
      expect(body.meta.as_of).toBe('2021-12-12');
    } finally {
      await own.close();
      await real.drop();
    }
  });
});
