import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Prices and rents that cannot be pounds. Every row is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const adverts = (type: string, prices: number[]) =>
  `reference,listing_type,price,rent_period,address\n${prices
    .map((price, n) => `A${n},${type},${price},pcm,"${n + 1} Made Up Row, XE1 1AA"\n`)
    .join('')}`;
const lettings = (rents: number[]) =>
  `reference,rent,rent_period,let_on,address\n${rents
    .map((rent, n) => `A${n},${rent},pcm,2026-10-01,"${n + 1} Made Up Row, XE1 1AA"\n`)
    .join('')}`;
const times = (factor: number, amounts: number[]) => amounts.map((one) => one * factor);

const PRICES = [95_000, 245_000, 310_000, 420_500, 1_250_000];
const RENTS = [500, 850, 920, 1250, 4200];
const lets = (rents: number[]) => lettings(rents).replaceAll('Row, XE1 1AA', 'Row, XE1 1AB');
const ODD: [what: string, dataset: string, good: string, odd: string, problem: string][] = [
  [
    'prices in thousands',
    'listings-csv',
    adverts('sale', PRICES),
    adverts('sale', times(1 / 1000, PRICES)),
    '5 of the 5 prices for sale are below £5,000, as if they were thousands of pounds, or rents.',
  ],
  [
    'rents in thousands',
    'listings-csv',
    adverts('rent', RENTS),
    adverts('rent', times(1 / 1000, RENTS)),
    '5 of the 5 rents are below £50 a month, as if they were thousands of pounds.',
  ],
  [
    'prices for sale that are called rents',
    'listings-csv',
    adverts('rent', RENTS),
    adverts('rent', PRICES),
    '5 of the 5 rents are above £20,000 a month, as if they were prices for sale.',
  ],
  [
    'rents in thousands',
    'operator-lettings',
    lettings(RENTS),
    lettings(times(1 / 1000, RENTS)),
    '5 of the 5 rents are below £50 a month, as if they were thousands of pounds.',
  ],
];

it.each(ODD)('%s stop a load of %s unless it is forced', async (_, dataset, good, odd, problem) => {
  const load = (text: string, options = {}) =>
    bench.load(dataset, 'own_20261101.csv', text, { skipDerived: true, ...options });
  expect((await load(good)).checks.filter(({ name }) => name === 'amounts')).toEqual([]);
  await expect(load(odd)).rejects.toThrow(`${problem} Give them in pounds.`);
  expect((await load(odd, { force: true })).rows_published).toBe(5);
});

it('a few odd prices among usual ones stop no load', async () => {
  const text = adverts('sale', [...PRICES, 4000, 245]);
  expect(
    (await bench.load('listings-csv', 'a_20261102.csv', text, { skipDerived: true })).rows_published,
  ).toBe(7);
});

describe('if the official rents of the places are loaded,', () => {
  const usual = 1000;
  beforeAll(() =>
    bench.rows(`
      insert into postcodes (postcode, outcode, sector, country, local_authority_code)
      values ('XE1 1AB', 'XE1', 'XE1 1', 'England', 'E06999001');
      insert into private_rents (area_code, area_name, month, segment, rent_pcm, load_id)
      values ('E06999001', 'Xelford', '2026-09-01', 'all', ${usual}, 0), ('E06999001', 'Xelford', '2025-09-01', 'all', 90, 0)`),
  );
  const right = [650, 850, 1000, 1200, 2300];
  const load = (text: string, options = {}) =>
    bench.load('operator-lettings', 'own_20261103.csv', text, {
      skipDerived: true,
      replace: true,
      ...options,
    });
  const amounts = async (text: string, options = {}) =>
    (await load(text, options)).checks.filter(({ name }) => name === 'amounts');

  it('rents a year or a week that are given as rents a month stop a load', async () => {
    expect(await amounts(lets(right))).toEqual([]);
    await expect(load(lets(times(12, right)))).rejects.toThrow(
      'as if they were rents of a year. Give their period',
    );
    await expect(load(lets(times(12 / 52, right)))).rejects.toThrow(
      'as if they were rents of a week. Give their period',
    );
  });

  it('rents a quarter only cause a warning, since they may be rents of expensive homes', async () => {
    expect(await amounts(lets(times(3, right)), { force: true })).toMatchObject([{ status: 'warn' }]);
  });

  it('rents of rooms are not compared with rents of homes', async () => {
    const rooms = lets(times(0.25, right))
      .replace('address', 'address,room_type')
      .replaceAll('AB"', 'AB",double');
    expect(await amounts(rooms, { force: true })).toEqual([]);
  });
});

it('a load is not stopped if most served amounts, which the operator forced before, are odd in the same way', async () => {
  const load = (rents: number[], options = {}) =>
    bench.load('operator-lettings', 'dear_20261104.csv', lettings(rents), { skipDerived: true, ...options });
  const dear = [21_000, 22_000, 30_000, 41_000, 52_000];
  await load(RENTS, { replace: true, force: true });
  await expect(load(dear)).rejects.toThrow('above £20,000 a month');
  await load(dear, { replace: true, force: true });
  const { checks } = await load([...dear, 25_000]);
  expect(checks.find(({ name }) => name === 'amounts')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('Most of the served amounts are odd in the same way'),
  });
  await expect(load(times(1 / 1000, RENTS))).rejects.toThrow('below £50 a month');
});
