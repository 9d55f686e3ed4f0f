import { describe, expect, it } from 'vitest';
import { errorScale, errorSpread, groupFactor, holdBin, scaleFeatures, valueGroup } from '../settings.ts';
import type { FittedSettings } from '../types.ts';
import { accuracyOf, fitSpread, type PastError } from './error-spread.ts';

const past = (method: PastError['method'], off: number, i: number): PastError => ({
  method,
  off,
  date: `20${10 + (i % 10)}-03-01`,
  property_type: 'terraced',
  years_held: null,
  above_typical: 0,
  error: off,
  features: [0, 0, 0],
});

/** The half-width of the interval of a home with this past error. */
function halfWidth(spread: ReturnType<typeof fitSpread>, of: PastError): number {
  const { method, property_type, years_held, above_typical, features } = of;
  const bin = years_held === null ? undefined : holdBin(years_held);
  const { q80 } = errorSpread(spread as FittedSettings, method, property_type, bin);
  return q80 * errorScale(spread.scale!, features) * groupFactor(spread, [valueGroup(method, above_typical)]);
}

describe('the accuracy of an area', () => {
  it('gives the median error by method, and the shares within 10 and 20 %', () => {
    // 40 errors of 5 %, 20 of exactly 10 %, 20 of 15 % and 20 of 50 %.
    const offs = [
      ...Array(40).fill(0.05),
      ...Array(20).fill(110 / 100 - 1),
      ...Array(20).fill(0.15),
      ...Array(20).fill(0.5),
    ];
    const accuracy = accuracyOf(offs.map((off, i) => past('comparables', off, i)));
    expect(accuracy.comparables).toMatchObject({
      n: 100,
      within_10: 0.6,
      within_20: 0.8,
      from: '2010-03-01',
      to: '2019-03-01',
    });
    expect(accuracy.comparables!.median_off).toBeCloseTo(0.1, 9);
  });

  it('omits a method with too few errors', () => {
    expect(accuracyOf([past('sqft_estimate', 0.1, 1)])).toEqual({});
  });
});

describe('the spread of an area', () => {
  it('covers 80 in 100 past errors, both of homes whose evidence agrees and of homes whose evidence does not', () => {
    const doubt = { age_months: 2, above_typical: 0, years_held: 3, single_sale: false, nearby: 20 };
    const groups = [
      { disagreement: 0, most: 0.1 },
      { disagreement: 1, most: 0.3 },
    ].map(({ disagreement, most }) =>
      Array.from({ length: 300 }, (_, i) => ({
        ...past('last_sold_growth', (most * (i + 0.5)) / 300, i),
        features: scaleFeatures({ ...doubt, disagreement }),
      })),
    );
    const spread = fitSpread(groups.flat(), '2019-03-01');
    for (const group of groups) {
      const held = group.filter((one) => one.error <= halfWidth(spread, one));
      expect(held.length / group.length).toBeGreaterThan(0.75);
      expect(held.length / group.length).toBeLessThan(0.85);
    }
  });

  it.each([
    ['few and if many sales are known nearby', { nearby: 1 }, { nearby: 20 }],
    [
      'they are of cheap and of dearer homes that were sold before',
      { above_typical: -1 },
      { above_typical: 0 },
    ],
  ])('covers 80 in 100 past errors if %s', (_, wide, narrow) => {
    const doubt = { age_months: 2, above_typical: 0, disagreement: 0, years_held: 3, single_sale: false };
    const groups = [
      { of: narrow, most: 0.1 },
      { of: wide, most: 0.2 },
    ].map(({ of, most }) =>
      Array.from({ length: 900 }, (_, i) => ({
        ...past('last_sold_growth', (most * (i + 0.5)) / 900, i),
        features: scaleFeatures({ ...doubt, nearby: 20, ...of }),
      })),
    );
    // Cheap homes without a sale are much alike, and give no information on those that were sold.
    const unsold = Array.from({ length: 900 }, (_, i) => ({
      ...past('comparables', i < 450 ? 0.3 : 0.1, i),
      years_held: null,
      features: scaleFeatures({ ...doubt, nearby: 20, years_held: null, above_typical: i < 450 ? 0 : -1 }),
    }));
    const spread = fitSpread([...groups.flat(), ...unsold], '2019-03-01');
    for (const group of groups) {
      const held = group.filter((one) => one.error <= halfWidth(spread, one));
      expect(held.length / group.length).toBeGreaterThan(0.75);
      expect(held.length / group.length).toBeLessThan(0.85);
    }
  });

  it('shrinks the spread of a few homes towards that of all, less if they are more', () => {
    const features = scaleFeatures({
      age_months: 2,
      above_typical: 0,
      disagreement: 0,
      years_held: null,
      single_sale: false,
      nearby: 20,
    });
    const of = (property_type: PastError['property_type'], error: number, n: number) =>
      Array.from({ length: n }, () => ({
        ...past('comparables', error, 9),
        property_type,
        features,
      }));
    const wide = (flats: number) => {
      const flat = of('flat', 0.4, flats);
      return halfWidth(fitSpread([...of('terraced', 0.1, 2000), ...flat], '2019-03-01'), flat[0]!);
    };
    expect(wide(50)).toBeGreaterThan(0.1);
    expect(wide(50)).toBeLessThan(wide(200));
    expect(wide(200)).toBeLessThan(0.4);
  });
});
