import { describe, expect, it } from 'vitest';
import { blended, type OwnSales } from '../own-sales.ts';
import { DEFAULT_BLEND } from '../settings.ts';
import { fitBlend, type ScoredOwnSales } from './blend.ts';

const home: OwnSales = {
  own: 12,
  place: 12,
  size_gap: 0,
  similar_gap: 0,
  years_held: 5,
  last_new: false,
  last_sale: {
    price: 100_000,
    date: '2014-06-15',
    category: 'standard',
    new_build: false,
    property_type: 'terraced',
  },
  growth: 0.2,
  momentum: 0,
  beyond_place: 0,
  property_type: 'terraced',
  place_above_typical: 0,
  data_age_years: 0.25,
  left_out: [],
  doubt: 1,
  last_agrees: false,
  observations: [
    { years: 2010, residual: 0, noise: 1 },
    { years: 2014, residual: 0, noise: 1 },
  ],
  at_years: 2019,
};
const once = home.observations.slice(0, 1);

/** Two hundred past sales of homes like `home`, and two hundred like `like` that sold for a tenth less. */
function past(like: Partial<OwnSales>): ScoredOwnSales[] {
  return Array.from({ length: 400 }, (_, i) => ({
    own: i % 2 ? home : { ...home, ...like },
    log_price: 12 - (i % 2 ? 0 : 0.1) + ((i % 10) - 4.5) * 0.01,
    date: '2018-06-15',
  }));
}

describe('the blend of own sales', () => {
  it.each<[string, Partial<OwnSales>]>([
    ['of one known sale', { observations: once }],
    ['of a type', { property_type: 'flat' }],
    ['in a place above the usual level', { place_above_typical: 0.5 }],
    [
      'whose last sale departs from the ones before',
      { observations: [...once, { ...once[0]!, residual: 0.3 }] },
    ],
  ])('learns that homes %s sell for less, and keeps the value of the others', (_, like) => {
    const blend = fitBlend(past(like), '2019-01-15');
    const before = blended({ ...home, ...like }, DEFAULT_BLEND);
    const learned = blended({ ...home, ...like }, blend);
    expect(learned - 11.9).toBeLessThan((before - 11.9) * 0.5);
    expect(Math.abs(blended(home, blend) - 12)).toBeLessThan(0.03);
  });

  it('gives the same value as an earlier version with the coefficients of that version', () => {
    const earlier = { ...DEFAULT_BLEND, coefficients: DEFAULT_BLEND.coefficients.slice(0, 9) };
    const padded = { ...earlier, coefficients: [...earlier.coefficients, ...Array(10).fill(0)] };
    const flat = {
      ...home,
      own: 12.2,
      property_type: 'flat',
      place_above_typical: 0.4,
      observations: once,
    } as const;
    expect(blended(flat, earlier)).toBe(blended(flat, padded));
    expect(blended(flat, earlier)).toBeGreaterThan(12);
  });

  it('never gives a lower value for a larger floor area, whatever it learned from past sales', () => {
    for (const beyond_place of [0, -0.3, 0.3]) {
      const taught = past({ beyond_place, own: 13, size_gap: -0.5 }).map((one, i) => ({
        ...one,
        log_price: one.log_price + (i % 2 ? 0 : 2),
      }));
      const blend = fitBlend(taught, '2019-01-15');
      const at = (size_gap: number) => blended({ ...home, beyond_place, own: 13, size_gap }, blend);
      expect(at(0.2)).toBeGreaterThanOrEqual(at(0.1));
    }
  });
});
