import { describe, expect, it } from 'vitest';
import { doublingIndex } from '../test/doubling-index.ts';
import { indexLevel } from './index-level.ts';
import { blended, EFFECT_RATIOS, ownSales, soldInParts } from './own-sales.ts';
import { DEFAULT_BLEND, DEFAULT_SETTINGS } from './settings.ts';
import type { PastSale } from './types.ts';

// Made up: an index that doubles in ten years, and a place whose level is £200,000 at the start of the index.
const index = doublingIndex('2010-01', '2020-01');
const location = { log_price: Math.log(200_000) - Math.log(100), n: 40, geography: 'postcode' } as const;
const settings = { ...DEFAULT_SETTINGS, new_build_premium: 0.12 };

/** A sale whose log price is `above` more than that of the level of its place on the day of the sale. */
const soldAt = (above: number, changes: Partial<PastSale> = {}): PastSale => {
  const date = changes.date ?? '2014-03-01';
  const price = Math.exp(location.log_price + indexLevel(index, date) + above);
  return { category: 'standard', new_build: false, ...changes, date, price } as PastSale;
};
const seen = (sales: PastSale[]) =>
  ownSales(sales, {
    as_of: '2019-06-15',
    index,
    location,
    settings,
    subject: { property_type: 'terraced', sized_above: null, similar_gap: 0 },
  })!;

it('treats a new home that was sold at the new-build premium as an ordinary home of its place', () => {
  const { observations, last_new } = seen([soldAt(0.12, { new_build: true })]);
  expect([observations.length, last_new]).toEqual([1, true]);
  expect(observations[0]!.residual).toBeCloseTo(0, 9);
  expect(seen([soldAt(0.3)]).observations[0]!.residual).toBeCloseTo(0.3, 9);
});

it('gives a new, a doubtful and an additional sale more noise than a standard one', () => {
  const noise = (sale: PastSale) => seen([soldAt(0), sale]).observations.at(-1)!.noise;
  const later = { date: '2016-03-01' } as const;
  expect(noise(soldAt(0.1, later))).toBe(1);
  for (const doubtful of [
    soldAt(0.1, { ...later, new_build: true }),
    soldAt(0.1, { ...later, category: 'additional' }),
    soldAt(-0.2, later),
  ])
    expect(noise(doubtful)).toBeGreaterThan(1);
});

it('counts no sale after the valuation date, before the home was new or before the index begins', () => {
  const old = soldAt(0, { date: '2012-03-01' });
  expect(seen([old, soldAt(0.5, { date: '2019-07-01' })]).last_sale.date).toBe('2012-03-01');
  expect(seen([old, soldAt(0.1, { new_build: true })]).observations).toHaveLength(1);
  expect(seen([old, soldAt(0.1)]).observations).toHaveLength(2);
  expect(seen([soldAt(0, { date: '2009-12-31' })])).toBeNull();
});

it('doubts a sale more the further it is below its place, and one above its place only from four times', () => {
  const doubts = [-2, -0.6, -0.3, -0.2, -0.05, 0.05, 1.2].map((above) => seen([soldAt(above)]).doubt);
  expect(doubts.slice(0, 2)).toEqual([4, 4]);
  expect(doubts[2]).toBeCloseTo(3, 6);
  expect(doubts[3]).toBeCloseTo(2, 6);
  expect(doubts.slice(4)).toEqual([1, 1, 1]);
  const beyond = [-0.8, 0.8, 1.5].map((above) => seen([soldAt(above)]).beyond_place);
  for (const [i, by] of [-0.8 + Math.log(2), 0, 1.5 - Math.log(4)].entries())
    expect(beyond[i]).toBeCloseTo(by, 6);
});

describe('a higher last sale', () => {
  const times = Array.from({ length: 160 }, (_, i) => 0.1 * 200 ** (i / 159));
  const learned = [0, 0.04, 0.3].map((weight) =>
    DEFAULT_BLEND.coefficients.map((one, j) => (j === 13 ? weight : one)),
  );

  it.each<[string, PastSale[], number]>([
    ['alone', [], 0.51],
    ['after one at its place', [soldAt(0, { date: '2011-03-01' })], 0.51],
    ['after one far below its place', [soldAt(-1, { date: '2011-03-01' })], 0.51],
    ['after one far above its place', [soldAt(1, { date: '2011-03-01' })], 1],
  ])(
    'above half of the level of its place never lowers the value, %s, unless it counts for less or not at all',
    (_, before, from) => {
      for (const coefficients of learned)
        for (const ratio of [0, 5, 8, EFFECT_RATIOS.length - 1]) {
          const values = times.flatMap((one) => {
            const own = seen([...before, soldAt(Math.log(one), { date: '2015-03-01' })]);
            const counts =
              !own.without_last && !own.left_out.some(({ why }) => why === 'last_sale_out_of_line');
            return counts && one >= from ? blended(own, { ...DEFAULT_BLEND, ratio, coefficients }) : [];
          });
          expect(values.length).toBeGreaterThan(40);
          for (const [i, value] of values.entries())
            expect(value, `${ratio} ${i}`).toBeGreaterThanOrEqual((values[i - 1] ?? value) - 1e-9);
        }
    },
  );
});

describe('a sale that its place and all other sales of the home contradict', () => {
  const other = soldAt(0.1, { date: '2011-03-01' });
  const last = (above: number, changes: Partial<PastSale> = {}) =>
    soldAt(above, { date: '2018-03-01', ...changes });
  const leftOut = (sales: PastSale[]) => seen(sales).left_out.map(({ sale, why }) => [sale, why]);

  it.each([
    ['a digit too many', Math.log(10)],
    ['a digit too few', -Math.log(10)],
  ])('does not count with %s as the last sale, and the sale before it is the last', (_, above) => {
    const odd = last(above);
    const { left_out, ...without } = seen([other]);
    expect(left_out).toEqual([]);
    expect(seen([other, odd])).toEqual({
      ...without,
      left_out: [{ sale: odd, why: 'last_sale_out_of_line' }],
    });
  });

  it.each([9, 1 / 4])('does not count if a later sale follows either: %d times its place', (times) => {
    const odd = soldAt(Math.log(times), { date: '2015-03-01' });
    const later = last(-0.1);
    const { left_out, ...without } = seen([other, later]);
    expect(seen([other, odd, later])).toEqual({
      ...without,
      left_out: [...left_out, { sale: odd, why: 'sale_out_of_line' }],
    });
  });

  it.each([
    ['the last', (above: number) => [other, last(above)]],
    ['the first of two', (above: number) => [soldAt(above, { date: '2011-03-01' }), last(0.1)]],
    ['the first of three', (above: number) => [soldAt(above, { date: '2009-12-01' }), other, last(0.1)]],
  ] as const)('changes the value by at most 3 per cent for each per cent of its price, as %s', (_, sales) => {
    for (const weight of [0, 0.3]) {
      const coefficients = DEFAULT_BLEND.coefficients.map((one, j) =>
        j === 13 ? weight : j === 14 ? 0.1 : one,
      );
      for (const ratio of [0, 5, 8, EFFECT_RATIOS.length - 1]) {
        let before = Number.NaN;
        for (let above = Math.log(1.5); above < Math.log(20); above += Math.log(1.01)) {
          const value = blended(seen([...sales(above)]), { ...DEFAULT_BLEND, ratio, coefficients });
          if (!Number.isNaN(before)) expect(Math.abs(value - before), `${ratio} ${above}`).toBeLessThan(0.03);
          before = value;
        }
      }
    }
  });

  it('counts if it agrees with any of them, is less out of line, or is of another kind of home', () => {
    const [many, few] = [Math.log(10), -Math.log(10)];
    for (const sales of [
      [last(many)],
      [last(few)],
      [other, last(1.5)],
      [other, last(-1)],
      // An earlier sale was far above the place too, or far below it too: it confirms the last sale.
      [soldAt(1.6, { date: '2011-03-01' }), last(many)],
      [other, soldAt(-1.4, { date: '2013-03-01', category: 'additional' }), last(-2)],
      [soldAt(0.1, { date: '2011-03-01', property_type: 'flat' }), last(few)],
      [soldAt(0.1, { date: '2011-03-01', category: 'additional' }), last(few)],
    ])
      expect(leftOut(sales).filter(([sale]) => sale === sales.at(-1))).toEqual([]);
  });

  it('counts if the sale before it was as low', () => {
    expect(leftOut([other, last(-2, { date: '2014-03-01' }), last(-2)])).toEqual([]);
  });
});

describe('among several sales of one day', () => {
  const orders = <One>(sales: readonly One[]): One[][] =>
    sales.length < 2
      ? [[...sales]]
      : sales.flatMap((sale, i) => orders(sales.filter((_, j) => j !== i)).map((rest) => [sale, ...rest]));
  const day = (...above: number[]) => above.map((one) => soldAt(one, { date: '2016-03-01' }));
  const before = soldAt(0, { date: '2011-03-01' });

  it.each([
    ['two within a tenth', day(0, 0.09), 0.09],
    ['three within a tenth', day(0, 0.04, 0.08), 0.08],
    ['a standard one and a dearer additional one', [soldAt(0.08, { category: 'additional' }), soldAt(0)], 0],
    ['three of which only neighbours are within a tenth', day(0, 0.08, 0.16), null],
    ['two that agree and one far apart', day(0, 0.7, 0.72), null],
    [
      'an additional one far from two that agree',
      [soldAt(1, { category: 'additional' }), soldAt(0), soldAt(0.05)],
      null,
    ],
  ] as const)(
    'the highest standard price counts, or none if any two prices are far apart, in any order: %s',
    (_, sales, counts) => {
      for (const order of orders([before, ...sales])) {
        const own = seen(order);
        if (counts === null) expect([own, soldInParts(order)]).toEqual([null, true]);
        else {
          expect(own.last_sale.price).toBe(soldAt(counts, { date: sales[0]!.date }).price);
          expect([own.observations.length, soldInParts(order)]).toEqual([2, false]);
        }
      }
    },
  );
});
