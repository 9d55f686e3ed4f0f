import { randomUUID } from 'node:crypto';
import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const samples = sandboxSamples();
const { house, flat, unsoldWithFloorArea, bare } = samples;
const today = '2026-11-15';
let database: TestDatabase;
let api: TestApi;
const planted: string[] = [];

beforeAll(async () => {
  database = await sandboxDatabase();
  await buildValuations(database.db, { today });
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});
afterEach(async () => {
  await database.db.query('delete from sales where transaction_id = any ($1)', [planted.splice(0)]);
});

type Sale = Record<string, unknown>;

/** Records a sale; facts that are not given are those of the sandbox house. */
async function sell(uprn: number, sale: Sale): Promise<void> {
  planted.push(randomUUID());
  await database.db.query(
    `insert into sales select (jsonb_populate_record(s, $2::jsonb)).* from sales s
      where s.uprn = $1 and s.category = 'standard' and not s.new_build limit 1`,
    [house.uprn, JSON.stringify({ transaction_id: planted.at(-1), uprn, ...sale })],
  );
}

const ask = (uprn: number, query = '') => api.call(`/valuations/${uprn}/sale?${query}`);
const value = async (uprn: number, query = '') => (await ask(uprn, query)).body;
const figures = ({ meta, ...rest }: Record<string, unknown>) => rest;

function inOrder(body: Awaited<ReturnType<typeof value>>): void {
  const { interval_80: between, drivers } = body;
  expect(between.low).toBeGreaterThan(0);
  expect(between.low).toBeLessThan(body.value);
  expect(between.high).toBeGreaterThan(body.value);
  expect(body.lower_bound).toBe(Math.round(body.value * 0.9));
  expect(body.upper_bound).toBe(Math.round(body.value * 1.1));
  expect(drivers.reduce((sum: number, one: { pounds: number }) => sum + one.pounds, 0)).toBe(body.value);
  expect(body.fsd).toBeGreaterThan(0);
}

const histories: [string, Sale[]][] = [
  ['sold today', [{ date: today, price: 300_000 }]],
  ['sold yesterday', [{ date: '2026-11-14', price: 300_000 }]],
  [
    'sold twice on one day at two prices',
    [
      { date: '2024-05-01', price: 200_000 },
      { date: '2024-05-01', price: 310_000 },
    ],
  ],
  ['sold as one of many', [{ date: '2024-05-01', price: 4_000_000, category: 'additional' }]],
  ['sold new and never since', [{ date: '2025-11-01', price: 350_000, new_build: true }]],
  [
    'sold new, then again',
    [
      { date: '2021-05-01', price: 350_000, new_build: true },
      { date: '2024-05-01', price: 330_000 },
    ],
  ],
  [
    'sold whole, then converted into flats',
    [
      { date: '1998-05-01', price: 400_000, property_type: 'detached' },
      { date: '2023-05-01', price: 180_000, property_type: 'flat', tenure: 'Leasehold' },
    ],
  ],
  [
    'sold on a lease, then free of it',
    [
      { date: '2012-05-01', price: 180_000, tenure: 'Leasehold' },
      { date: '2022-05-01', price: 280_000, tenure: 'Freehold' },
    ],
  ],
  ['sold in another market', [{ date: '1995-01-02', price: 41_000 }]],
  ['sold for the least usable price', [{ date: '2020-05-01', price: 10_000 }]],
  ['sold for the greatest usable price', [{ date: '2020-05-01', price: 20_000_000 }]],
  ['sold for a pound', [{ date: '2020-05-01', price: 1 }]],
  ['sold for a hundred million', [{ date: '2020-05-01', price: 100_000_000 }]],
  ['sold under another postcode', [{ date: '2016-05-01', price: 210_000, postcode: flat.postcode }]],
];

describe.each([unsoldWithFloorArea, bare])('a home, whether its floor area is known or not,', ({ uprn }) => {
  it.each(histories)('%s has ordered bounds around its value', async (_, sales) => {
    for (const sale of sales) await sell(uprn, sale);
    for (const query of ['', 'floor_area_sqm=120', 'property_type=flat&bedrooms=2', 'property_type=detached'])
      inOrder(await value(uprn, query));
  });

  it.each(histories)('%s has the same value if its sales are registered twice', async (_, sales) => {
    for (const sale of sales) await sell(uprn, sale);
    const once = await value(uprn);
    for (const sale of sales) await sell(uprn, sale);
    expect(figures(await value(uprn))).toEqual(figures(once));
  });

  it('has the same value if its sale is also registered as an additional one, whichever is read first', async () => {
    const sale = { date: '2024-05-01', price: 310_000 };
    await sell(uprn, sale);
    const plain = await value(uprn);
    // Transactions are numbered at random, so either one may come first.
    for (const first of ['00000000', 'ffffffff']) {
      const transaction_id = `${first}-0000-4000-8000-000000000000`;
      await sell(uprn, { ...sale, category: 'additional', transaction_id });
      planted.push(transaction_id);
      expect(figures(await value(uprn))).toEqual(figures(plain));
      await database.db.query('delete from sales where transaction_id = $1', [transaction_id]);
    }
  });

  it.each(histories)('%s never loses value by a larger floor area', async (_, sales) => {
    for (const sale of sales) await sell(uprn, sale);
    const values = [];
    for (const sqm of [20, 45, 60, 90, 130, 200, 340, 600])
      values.push((await value(uprn, `floor_area_sqm=${sqm}`)).value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });
});

describe('a home', () => {
  it.each(histories)('%s has the same value in every operation', async (_, sales) => {
    const { uprn } = unsoldWithFloorArea;
    for (const sale of sales) await sell(uprn, sale);
    const one = (await value(uprn)).value;
    const property = (await api.call(`/properties/${uprn}?fields=svc_estimate`)).body;
    expect(property.svc_estimate).toBe(one);
    const shared = (await api.call(`/valuations/${uprn}/hmo?rooms=5&target_yield_pct=8`)).body;
    expect(shared.single_let_value).toBe(one);
    expect(shared.hmo_value.point).toBeGreaterThanOrEqual(one);
    const rent = (await api.call(`/valuations/${uprn}/rental?bedrooms=3`)).body;
    if (rent.gross_yield_pct !== null)
      expect(rent.gross_yield_pct).toBeCloseTo((rent.rent_pcm * 1200) / one, 1);
  });
});

describe('the day of a valuation', () => {
  const last = house.sales.at(-1)!;
  const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

  it.each(['2024-02-29', dayBefore(last.date), last.date, today, dayBefore(today)])(
    'may be %s',
    async (day) => {
      const body = await value(house.uprn, `as_of=${day}&include=evidence`);
      expect(body.as_of).toBe(day);
      inOrder(body);
      if (body.evidence.last_sale) expect(body.evidence.last_sale.date <= day).toBe(true);
    },
  );

  it('includes a sale of the day itself, and none of the day after', async () => {
    const on = await value(house.uprn, `as_of=${last.date}&include=evidence`);
    const before = await value(house.uprn, `as_of=${dayBefore(last.date)}&include=evidence`);
    expect(on.evidence.last_sale.date).toBe(last.date);
    expect(before.evidence.last_sale?.date).not.toBe(last.date);
  });

  it.each([
    ['2026-11-16', 422],
    ['2023-02-29', 422],
    ['2023-13-01', 422],
    ['1994-12-31', 404],
    ['0001-01-01', 404],
    ['0004-12-31', 404],
  ])('%s is refused with %i, free', async (day, status) => {
    const answer = await ask(house.uprn, `as_of=${day}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-credits-charged') ?? '0').toBe('0');
    // No index of such a day could be loaded.
    expect(answer.body.error.message).not.toContain('load uk-hpi');
  });
});

describe('a type that is neither a house nor a flat', () => {
  it('changes no rent, whether it is recorded or given', async () => {
    const rent = async (query = '') =>
      (await api.call(`/valuations/${bare.uprn}/rental?bedrooms=2${query}`)).body;
    const plain = await rent();
    expect(plain.rent_of.property_type).toBe('all');
    const given = await rent('&property_type=other');
    expect([given.rent_pcm, given.rent_of]).toEqual([plain.rent_pcm, plain.rent_of]);
    const codes = given.meta.warnings.map(
      (one: { code: string; field: string }) => `${one.code} ${one.field}`,
    );
    expect(codes).toContain('parameter_ignored property_type');
    await sell(bare.uprn, { property_type: 'other', date: '2020-01-01', price: 250_000 });
    expect((await rent()).rent_of).toEqual(plain.rent_of);
  });
});

describe('a home in Scotland beside the border', () => {
  it('is valued by Scottish sales only, and alike by both operations', async () => {
    const { uprn, postcode } = unsoldWithFloorArea;
    const { db } = database;
    const outcode = postcode.split(' ')[0];
    const told = async () => {
      // Loads decide the nation of a home, and a server caches it, so a new server is started.
      const server = await startTestApi(database);
      const sale = await server.call(`/valuations/${uprn}/sale?include=evidence`);
      const { body } = await server.call(`/properties/${uprn}`);
      await server.close();
      const why = body.meta.warnings.find((one: { field: string }) => one.field === 'svc_estimate');
      return { sale, estimate: body.svc_estimate, why };
    };
    const { rows } = await db.query(`update addresses set country = 'Scotland' where uprn = $1 returning 1`, [
      uprn,
    ]);
    expect(rows).toHaveLength(1);
    const without = await told();
    expect(without.sale.status).toBe(404);
    expect(without.sale.body.error.code).toBe('not_in_jurisdiction');
    expect(without.estimate).toBeNull();
    expect(without.why).toMatchObject({ code: 'not_in_jurisdiction' });
    expect(without.why.message).toContain(without.sale.body.error.message);

    const scottish = (sold: string) =>
      db.query(`update postcodes set country = 'Scotland' where postcode in (${sold})`, [`${outcode} %`]);
    await scottish(
      'select postcode from sales where postcode like $1 group by 1 order by count(*), postcode limit 1',
    );
    const few = await told();
    expect([few.sale.status, few.sale.body.error.code]).toEqual([404, 'insufficient_data']);
    expect(few.sale.body.error.message).toContain('fewer than 3 similar ones nearby');
    expect(few.why.message).toContain(few.sale.body.error.message);

    // Fewer sales than in England: no fitted area describes the home, but similar sales in Scotland do.
    await scottish(
      `select postcode from (select distinct postcode from sales where postcode like $1) s order by postcode
        limit (select 2 * count(distinct postcode) / 5 from sales where postcode like $1)`,
    );
    const { rows: beside } = await db.query<{ postcode: string }>(
      `select postcode from postcodes where outcode = $1 and country = 'Scotland'`,
      [outcode],
    );
    const fewer = await told();
    expect(fewer.sale.body).toMatchObject({ method: 'comparables', confidence: 'Low' });
    expect(fewer.sale.body.drivers.map((one: { factor: string }) => one.factor)).toEqual(['similar_sales']);
    for (const one of fewer.sale.body.evidence.comparables)
      expect(beside.map((row) => row.postcode)).toContain(one.postcode);
    expect(fewer.estimate).toBe(fewer.sale.body.value);

    await scottish('select postcode from sales where postcode like $1');
    const licensed = await told();
    expect(licensed.sale.status).toBe(200);
    expect(licensed.estimate).toBe(licensed.sale.body.value);
    const compared = ({ sale }: typeof licensed) =>
      sale.body.evidence.comparables.map((one: { postcode: string }) => one.postcode);
    const [beyond] = compared(licensed);
    await db.query(`update postcodes set country = 'England' where postcode = $1`, [beyond]);
    const bordering = await told();
    expect(compared(bordering)).not.toContain(beyond);
    expect(bordering.estimate).toBe(bordering.sale.body.value);
    await db.query(`update postcodes set country = 'England' where outcode = $1`, [outcode]);
    await db.query(`update addresses set country = 'England' where uprn = $1`, [uprn]);
  });
});
