import { expect, it } from 'vitest';
import { doublingIndex } from '../test/doubling-index.ts';
import { indexLevel } from './index-level.ts';
import { ownSales } from './own-sales.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { PastSale } from './types.ts';

// Made up: an index that doubles in ten years, and a place of the level 200,000 at its start.
const index = doublingIndex('2010-01', '2020-01');
const location = { log_price: Math.log(200_000) - Math.log(100), n: 40, geography: 'postcode' } as const;
const settings = { ...DEFAULT_SETTINGS, new_build_premium: 0.12 };

/** A sale at so many log points above the level of its place on its day. */
const soldAt = (above: number, changes: Partial<PastSale> = {}): PastSale => {
  const date = changes.date ?? '2014-03-01';
  const price = Math.exp(location.log_price + indexLevel(index, date) + above);
  return { category: 'standard', new_build: false, ...changes, date, price } as PastSale;
};
const seen = (sales: PastSale[]) =>
  ownSales(sales, '2019-06-15', index, location, settings, {
    property_type: 'terraced',
    size_gap: 0,
    similar_gap: 0,
  })!;

it('sees a home that was new and sold at the premium of new ones as an ordinary home of its place', () => {
  const { observations, last_new } = seen([soldAt(0.12, { new_build: true })]);
  expect([observations.length, last_new]).toEqual([1, true]);
  expect(observations[0]!.residual).toBeCloseTo(0, 9);
  expect(seen([soldAt(0.3)]).observations[0]!.residual).toBeCloseTo(0.3, 9);
});

it('trusts a new, a doubtful and an additional sale less than a plain one', () => {
  const noise = (sale: PastSale) => seen([soldAt(0), sale]).observations.at(-1)!.noise;
  const later = { date: '2016-03-01' } as const;
  expect(noise(soldAt(0.1, later))).toBe(1);
  for (const doubtful of [
    soldAt(0.1, { ...later, new_build: true }),
    soldAt(0.1, { ...later, category: 'additional' }),
    soldAt(3, later),
    soldAt(-0.2, later),
  ])
    expect(noise(doubtful)).toBeGreaterThan(1);
});

it('counts no sale after the day, nor before the home was new, nor before the index begins', () => {
  const old = soldAt(0, { date: '2012-03-01' });
  expect(seen([old, soldAt(0.5, { date: '2019-07-01' })]).last_sale.date).toBe('2012-03-01');
  expect(seen([old, soldAt(0.1, { new_build: true })]).observations).toHaveLength(1);
  expect(seen([old, soldAt(0.1)]).observations).toHaveLength(2);
  expect(seen([soldAt(0, { date: '2009-12-31' })])).toBeNull();
});

it('doubts a sale the more, the further it lies below its place, and not one above it before four times', () => {
  const doubts = [-2, -0.6, -0.3, -0.2, -0.05, 0.05, 1.2].map((above) => seen([soldAt(above)]).doubt);
  expect(doubts.slice(0, 2)).toEqual([4, 4]);
  expect(doubts[2]).toBeCloseTo(3, 6);
  expect(doubts[3]).toBeCloseTo(2, 6);
  expect(doubts.slice(4)).toEqual([1, 1, 1]);
  expect([-0.8, 0.8, 1.5].map((above) => seen([soldAt(above)]).suspect)).toEqual([true, false, true]);
});
