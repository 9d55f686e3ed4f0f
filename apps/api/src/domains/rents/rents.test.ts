import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOMES, locationQueriesOf, type Nation } from '../../../test/location-cases.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const samples = sandboxSamples();
const NATIONS = ['England', 'Wales', 'Scotland'] as const;
const INPUTS = ['uprn', 'postcode', 'outcode', 'circle', 'polygon'] as const;

const inputOf = (nation: Nation, input: (typeof INPUTS)[number]) =>
  locationQueriesOf(HOMES[nation], 800)[input];
const cases = NATIONS.flatMap((nation) => INPUTS.map((input) => [nation, input] as const));
const OPERATIONS = ['rents.long_term', 'rents.hmo', 'rents.lha', 'rents.yields', 'rents.demand'];
const entryOf = (id: string) => operationTable.find((entry) => entry.id === id)!;

async function ask(id: string, query: string) {
  const answer = await api.call(`${entryOf(id).path}?${query}`);
  expect(departures(entryOf(id), answer.status, answer.body)).toEqual([]);
  return answer;
}
const codes = (body: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  body.meta.warnings.map((warning) => `${warning.code} ${warning.field}`);
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the database holds.
const rows = async (sql: string, values: unknown[] = []): Promise<any[]> =>
  (await database.db.query(sql, values)).rows;
const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

describe.each(OPERATIONS)('%s', (id) => {
  it.each(cases)('answers in %s by %s, with the area that it used', async (nation, input) => {
    const { status, body } = await ask(id, inputOf(nation, input));
    expect(status).toBe(200);
    expect(body.meta.geography.requested).not.toBe('');
    expect(body.meta.sources.length).toBeGreaterThan(0);
  });

  it('requires exactly one location', async () => {
    const none = await ask(id, '');
    expect([none.status, none.body.error.code]).toEqual([400, 'location_required']);
    const two = await ask(id, 'outcode=XE1&postcode=XE1%201AA');
    expect([two.status, two.body.error.code]).toEqual([422, 'multiple_locations']);
  });
});

describe('rents.long_term', () => {
  it('gives the median of the lettings in the outcode', async () => {
    const { body } = await ask('rents.long_term', 'outcode=XE1&bedrooms=3');
    const rents = (
      await rows(
        `select rent_pcm from lettings where postcode like 'XE1 %' and room_type is null and bedrooms = 3
           and let_on between '2025-11-15' and '2026-11-15'`,
      )
    ).map((row) => row.rent_pcm);
    expect(rents.length).toBeGreaterThan(4);
    expect(body.rent_pcm.n).toBe(rents.length);
    expect(body.rent_pcm.median).toBeCloseTo(median(rents), 2);
    expect(body.rent_pw.median).toBeCloseTo((median(rents) * 84) / 365, 2);
    expect(body.meta.geography).toMatchObject({ used: 'XE1', level: 'outcode', widened: false });
    expect(body.basis).toBe('achieved');
  });

  it('widens a postcode with too few lettings, and says from which area', async () => {
    const { body } = await ask('rents.long_term', inputOf('England', 'postcode'));
    expect(body.meta.geography).toMatchObject({ widened: true, widened_from: samples.house.postcode });
    const narrow = await ask('rents.long_term', `${inputOf('England', 'postcode')}&widen=false`);
    expect([narrow.status, narrow.body.error.code]).toEqual([404, 'insufficient_data']);
  });

  it('answers from the list of rents of the market area if the own lettings are too few', async () => {
    const { body } = await ask('rents.long_term', 'outcode=XE4&bedrooms=2');
    const [list] = await rows(
      `select * from lha_rents where brma_key = 'xelfordfen' and category = 'C' order by year desc limit 1`,
    );
    expect(body.rent_pcm.n).toBe(list.n);
    expect(body.rent_pcm.median).toBeCloseTo((list.median_pw * 365) / 84, 2);
    expect(body.rent_pcm.p90).toBeCloseTo((list.p90_pw * 365) / 84, 2);
    expect(body.meta.geography).toMatchObject({ used: 'Xelford and Fen', level: 'brma', widened: true });
  });

  it('gives null for each quantile for which the sample is too small', async () => {
    const { body } = await ask('rents.long_term', inputOf('England', 'outcode'));
    expect(body.by_bedrooms.length).toBeGreaterThan(1);
    for (const { rent_pcm } of body.by_bedrooms) {
      expect(rent_pcm.median === null).toBe(rent_pcm.n < 5);
      expect(rent_pcm.p25 === null).toBe(rent_pcm.n < 10);
      expect(rent_pcm.p90 === null).toBe(rent_pcm.n < 20);
    }
  });

  it('computes the annual change from the official index, and gives the requested months of its history', async () => {
    const { body } = await ask('rents.long_term', 'outcode=XE1&history_months=13');
    expect(body.history.length).toBe(13);
    const [first, last] = [body.history[0], body.history.at(-1)];
    expect(body.change_1y_pct).toBeCloseTo((last.index / first.index - 1) * 100, 0);
  });
});

describe('rents.lha', () => {
  it('lists every market area of an outcode with its share, and does not average them', async () => {
    const { body } = await ask('rents.lha', 'outcode=XE3&bedrooms=2');
    const shares = await rows(
      `select b.brma_key, count(*)::float8 / sum(count(*)) over () as share
         from postcodes p join brma_postcodes b using (postcode)
        where p.outcode = 'XE3' and p.terminated_on is null group by 1 order by 2 desc`,
    );
    expect(body.areas.length).toBe(2);
    for (const [i, area] of body.areas.entries()) {
      expect(area.share_of_area_pct).toBeCloseTo(shares[i].share * 100, 1);
      const [rate] = await rows(
        `select weekly from lha_rates where brma_key = $1 and year = 2026 and category = 'C'`,
        [shares[i].brma_key],
      );
      expect(area.rates).toEqual([
        {
          category: 'C',
          bedrooms: 2,
          weekly: rate.weekly,
          monthly: expect.closeTo((rate.weekly * 52) / 12, 2),
        },
      ]);
    }
    expect(codes(body)).toContain('several_market_areas areas');
  });

  it('is the source of the allowance beside rents of homes and rooms, which name the same market area', async () => {
    for (const place of ['outcode=XE1', 'outcode=XE3', `uprn=${samples.house.uprn}`]) {
      const { areas } = (await ask('rents.lha', place)).body;
      const rates = new Map(areas[0].rates.map((rate: { category: string }) => [rate.category, rate]));
      const [homes, rooms] = [await ask('rents.long_term', place), await ask('rents.hmo', place)];
      for (const { body } of [homes, rooms]) {
        expect(body.lha_brma, place).toEqual(areas[0].brma);
        expect(codes(body).includes('several_market_areas null'), place).toBe(areas.length > 1);
      }
      for (const { category, rate } of homes.body.lha_pcm)
        expect(rate).toBe((rates.get(category) as { monthly: number }).monthly);
      expect(rooms.body.shared_accommodation_rate_pw).toBe((rates.get('A') as { weekly: number }).weekly);
    }
  });

  it('refuses a category that contradicts the number of bedrooms', async () => {
    const { status, body } = await ask('rents.lha', 'outcode=XE1&category=A&bedrooms=3');
    expect([status, body.error.code, body.error.details[0].field]).toEqual([
      422,
      'invalid_parameter',
      'category',
    ]);
    expect((await ask('rents.lha', 'outcode=XE1&category=D&bedrooms=3')).status).toBe(200);
  });

  it('names the years with frozen rates, and lists the available years if one without rates is requested', async () => {
    const { body } = await ask('rents.lha', 'outcode=XE1&year=2023');
    expect(codes(body)).toContain('frozen_rates areas.rates');
    const { status, body: refused } = await ask('rents.lha', 'outcode=XE1&year=2012');
    expect([status, refused.error.code]).toEqual([404, 'not_covered']);
    expect(refused.error.message).toContain('2026');
  });

  it('names the current year if only rates for future years are loaded', async () => {
    await database.db.query('update lha_rates set year = year + 100');
    try {
      const { status, body } = await ask('rents.lha', 'outcode=XE1');
      expect([status, body.error.code]).toEqual([404, 'not_covered']);
      const names = /^No loaded table has rates of 2026 for the place\. There are those of 21\d\d/;
      expect(body.error.message).toMatch(names);
    } finally {
      await database.db.query('update lha_rates set year = year - 100');
    }
  });

  it('gives only the year as the reason if the year has no rates', async () => {
    for (const asked of ['', '&bedrooms=0', '&category=A']) {
      const { body } = await ask('rents.lha', `outcode=XE1&year=2012${asked}`);
      expect(body.error.details).toEqual([{ field: 'year', issue: 'is in no loaded table' }]);
    }
  });
});

describe('rents.hmo', () => {
  it('splits rooms by type only from the own lettings, and warns if it cannot', async () => {
    const own = await ask('rents.hmo', inputOf('England', 'outcode'));
    const any = own.body.rooms.find((room: { room_type: string }) => room.room_type === 'any');
    expect(any.rent_pcm.n).toBe(own.body.meta.sample_size);
    const open = await ask('rents.hmo', inputOf('Scotland', 'outcode'));
    expect(codes(open.body)).toContain('not_recorded rooms.double_ensuite');
    expect(open.body.bills_included).toBe(false);
    expect(open.body.meta.geography.level).toBe('brma');
  });
});

describe('rents.yields', () => {
  it('divides the rent by the price of the same outcode', async () => {
    const { body } = await ask('rents.yields', 'outcode=XE1');
    const prices = (
      await rows(
        `select price from sales where postcode like 'XE1 %' and category = 'standard' and property_type <> 'other'
           and date between '2025-11-15' and '2026-11-15'`,
      )
    ).map((row) => row.price);
    const rents = (
      await rows(
        `select rent_pcm from lettings where postcode like 'XE1 %' and room_type is null
           and let_on between '2025-11-15' and '2026-11-15'`,
      )
    ).map((row) => row.rent_pcm);
    expect([body.price_sample, body.rent_sample]).toEqual([prices.length, rents.length]);
    expect(body.gross_yield_pct.point).toBeCloseTo((median(rents) * 1200) / median(prices), 2);
    expect(body.net_yield_pct).toBeCloseTo(body.gross_yield_pct.point * 0.75, 1);
    expect(body.meta.geography).toMatchObject({ used: 'XE1', widened: false });
  });

  it('uses one market area for rent and price if the own lettings are too few', async () => {
    const { body } = await ask('rents.yields', 'outcode=XE4');
    const [price] = await rows(
      `select percentile_cont(0.5) within group (order by s.price) as median, count(*) as n
         from sales s join brma_postcodes b using (postcode)
        where b.brma_key = 'xelfordfen' and s.category = 'standard' and s.property_type <> 'other'
          and s.date between '2025-11-15' and '2026-11-15'`,
    );
    expect([body.median_price, body.price_sample]).toEqual([price.median, price.n]);
    expect(body.meta.geography).toMatchObject({ level: 'brma', widened_from: 'XE4' });
    expect(codes(body).some((code) => code.startsWith('different_geography'))).toBe(false);
  });

  it('says that Scotland has no open sale prices, and which price it uses instead', async () => {
    const { body } = await ask('rents.yields', inputOf('Scotland', 'outcode'));
    expect(codes(body)).toContain('not_in_jurisdiction median_price');
    expect(body.assumptions.price_basis).toBe('index');
    expect(body.meta.confidence).toBe('Low');
  });

  it('takes asking prices, and the numbers of bedrooms, from the listings of the same area', async () => {
    const { status, body } = await ask('rents.yields', 'outcode=XE1&price_basis=asking&widen=false');
    expect(status).toBe(200);
    const offered = await rows(
      `select price_comparable as price, bedrooms from listings
        where listing_type = 'sale' and status <> 'withdrawn' and property_type is distinct from 'other' and postcode like 'XE1 %'`,
    );
    const price = median(offered.map((row) => row.price));
    expect(body).toMatchObject({ median_price: price, price_sample: offered.length });
    expect(body.assumptions.price_basis).toBe('asking');
    expect(body.gross_yield_pct.point).toBeCloseTo((body.rent_pcm * 1200) / price, 2);
    const three = body.by_bedrooms.find((row: { bedrooms: number }) => row.bedrooms === 3);
    expect(three).toMatchObject({
      price_sample: offered.filter((row) => row.bedrooms === 3).length,
      modelled: false,
    });
    expect(body.meta.basis).toBe('asking');
    expect(body.meta.geography).toMatchObject({ used: 'XE1', widened: false });
    expect(body.meta.sources.map((source: { id: string }) => source.id)).not.toContain('price-paid');
    const [own] = body.meta.coverage;
    expect(own).toMatchObject({ source: 'operator-lettings', status: 'covered' });
    expect(own.note).toContain(body.meta.confidence);
  });

  it('gives asking prices in Scotland too, where paid prices are not open', async () => {
    const { status, body } = await ask(
      'rents.yields',
      `${inputOf('Scotland', 'outcode')}&price_basis=asking`,
    );
    expect([status, body.assumptions.price_basis]).toEqual([200, 'asking']);
    expect(codes(body)).not.toContain('not_in_jurisdiction median_price');
  });
});

describe('rents.demand', () => {
  it('computes inventory, turnover and rating from homes to let and lets', async () => {
    const { body } = await ask('rents.demand', 'outcode=XE1');
    const [own] = await rows(
      `select count(*) filter (where let_on is null) as active,
              count(*) filter (where let_on between '2025-11-15' and '2026-11-15') as lets
         from lettings where postcode like 'XE1 %' and room_type is null`,
    );
    expect(own.active).toBeGreaterThan(0);
    expect(body.active_listings).toBe(own.active);
    expect(body.lets_per_month).toBeCloseTo(own.lets / 12, 2);
    expect(body.months_of_inventory).toBeCloseTo(own.active / (own.lets / 12), 2);
    expect(body.implied_days_on_market).toBe(Math.round((own.active / (own.lets / 12)) * 30));
    const months = body.months_of_inventory;
    expect(body.rating).toBe(months < 4 ? 'landlords' : months <= 6 ? 'balanced' : 'tenants');
  });

  it('does not count as still to let a letting that was advertised years ago and never marked as let', async () => {
    const before = (await ask('rents.demand', 'outcode=XE1')).body;
    await rows(
      `insert into lettings (reference, address, postcode, rent_pcm, advertised_on, load_id)
       select 'forgotten ' || n, address, postcode, rent_pcm, '2024-11-01', load_id
         from (select * from lettings where postcode like 'XE1 %' limit 1) l, generate_series(1, 3) n`,
    );
    const { body } = await ask('rents.demand', 'outcode=XE1&widen=false');
    await rows("delete from lettings where reference like 'forgotten %'");
    expect(body.active_listings).toBe(before.active_listings);
    expect(body.rating).toBe(before.rating);
    expect(codes(body)).toContain('old_source active_listings');
    expect(codes(before)).not.toContain('old_source active_listings');
  });

  it('takes the share of reductions from the listings of the same area', async () => {
    const { body } = await ask('rents.demand', 'outcode=XE1');
    const [own] = await rows(
      `select count(*) filter (where reduced) * 100.0 / count(*) as share, count(*) as n from listings
        where listing_type = 'rent' and status = 'available' and postcode like 'XE1 %'`,
    );
    expect(own.n).toBeGreaterThanOrEqual(5);
    expect(body.price_reductions_pct).toBeCloseTo(Number(own.share), 2);
    expect(body.meta.sources.map((source: { id: string }) => source.id)).toContain('listings-blm');
  });

  it('takes the share of private renters from the census of the authority', async () => {
    const { body } = await ask('rents.demand', 'outcode=XE1');
    const [tenure] = await rows(
      `select (figures->>'private_rented')::float8 / total * 100 as share from area_figures
        where topic = 'tenure' and area_code = 'E06999001'`,
    );
    expect(body.proxies.prs_share_pct).toBeCloseTo(tenure.share, 2);
  });

  it('names the authority that the shares of households are for', async () => {
    const { body } = await ask('rents.demand', 'outcode=XE1');
    const [authority] = await rows(`select name from local_authorities where code = 'E06999001'`);
    for (const field of ['prs_share_pct', 'hmo_licences_per_1000']) {
      expect(body.proxies[field]).not.toBe(null);
      const of = body.meta.warnings.find((one: { field: string }) => one.field === `proxies.${field}`);
      expect(of).toMatchObject({ code: 'coarser_area', message: expect.stringContaining(authority.name) });
    }
  });

  it('names the area of the rent index beside figures for a smaller area', async () => {
    const { body } = await ask('rents.demand', 'outcode=XE1');
    expect(body.basis).toBe('achieved');
    const [{ name }] = await rows(`select name from local_authorities where code = 'E06999001'`);
    const figures = { ...body.proxies, demand_index: body.demand_index };
    for (const field of ['rent_growth_1y_pct', 'lha_gap_pct', 'demand_index']) {
      const told = body.meta.warnings.find(
        (one: { code: string; field: string }) => one.code === 'coarser_area' && one.field.endsWith(field),
      );
      if (figures[field] === null) expect(told).toBeUndefined();
      else expect(told.message).toContain(name);
    }
    expect(figures.rent_growth_1y_pct).not.toBeNull();
  });

  it('warns in rents.long_term if homes with fewer bedrooms have the higher rent', async () => {
    const told = async () =>
      (await ask('rents.long_term', 'outcode=XE1')).body.meta.warnings.filter(
        (one: { code: string }) => one.code === 'not_in_order',
      );
    const before = await told();
    await rows('update lettings set rent_pcm = rent_pcm * 16 where bedrooms = 2 returning 1');
    const [said, ...rest] = await told();
    await rows('update lettings set rent_pcm = rent_pcm / 16 where bedrooms = 2 returning 1');
    expect([before, rest]).toEqual([[], []]);
    expect(said).toMatchObject({
      field: 'by_bedrooms',
      message: expect.stringContaining('above that with 3 bedrooms'),
    });
  });
});
