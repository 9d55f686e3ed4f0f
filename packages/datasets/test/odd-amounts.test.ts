import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

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
const ODD: [what: string, dataset: string, good: string, odd: string, told: string][] = [
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

it.each(ODD)(
  '%s stop a load of %s, unless it is told that they are not',
  async (_, dataset, good, odd, told) => {
    const load = (text: string, options = {}) =>
      bench.load(dataset, 'own_20261101.csv', text, { skipDerived: true, ...options });
    expect((await load(good)).checks.filter(({ name }) => name === 'amounts')).toEqual([]);
    await expect(load(odd)).rejects.toThrow(`${told} Give them in pounds.`);
    expect((await load(odd, { force: true })).rows_published).toBe(5);
  },
);

it('a few odd prices among others stop nothing', async () => {
  const text = adverts('sale', [...PRICES, 4000, 245]);
  expect(
    (await bench.load('listings-csv', 'a_20261102.csv', text, { skipDerived: true })).rows_published,
  ).toBe(7);
});
