import { describe, expect, it } from 'vitest';
import { doublingIndex } from '../test/doubling-index.ts';
import { DEFAULT_SETTINGS, estimateSale, type SaleEvidence } from './index.ts';

const index = doublingIndex('2010-01', '2020-01');

const evidence: SaleEvidence = {
  as_of: '2020-01-15',
  subject: {
    property_type: 'terraced',
    tenure: 'Freehold',
    new_build: false,
    postcode: 'XE1 2AB',
    street: 'LOW ROAD',
    position: { easting: 100, northing: 100 },
    floor_area_sqm: null,
    construction_age: null,
  },
  past_sales: [],
  odd_sales: [],
  index,
  location: null,
  price_per_area: null,
  candidates: [],
  settings: DEFAULT_SETTINGS,
};

const sale = {
  price: 100_000,
  date: '2010-01-15',
  category: 'standard',
  new_build: false,
  property_type: 'terraced',
} as const;

const candidate = (n: number, price: number) => ({
  ...sale,
  transaction_id: `t${n}`,
  price,
  date: '2020-01-10',
  tenure: 'Freehold' as const,
  postcode: 'XE1 2AB',
  street: 'LOW ROAD',
  position: { easting: 100 + n, northing: 100 },
  floor_area_sqm: null,
  construction_age: null,
});

describe('the confidence', () => {
  const errors = (q80: number) => {
    const error = { q68: q80 * 0.7, q80, n: 100 };
    const settings = { ...DEFAULT_SETTINGS, errors: { ...DEFAULT_SETTINGS.errors, last_sold_growth: error } };
    return estimateSale({ ...evidence, past_sales: [sale], settings })!;
  };

  it.each([
    [0.19, 'High'],
    [0.21, 'Medium'],
    [0.38, 'Medium'],
    [0.42, 'Low'],
  ])('for log errors of %d is %s, and a lowered confidence is explained', (q80, confidence) => {
    const { interval_80, value, ...estimate } = errors(q80);
    expect([estimate.confidence, interval_80.high]).toEqual([confidence, Math.round(value * Math.exp(q80))]);
    expect(estimate.limiting_factors.includes('wide_interval')).toBe(confidence !== 'High');
  });
});

it.each(['last_sold_growth|terraced', 'last_sold_growth|held|4', 'last_sold_growth|value|5'])(
  'widens the interval and the fsd by the factor of the errors of %s, and keeps the value',
  (group) => {
    const valued = (factors: Record<string, number>) => {
      const typical = { scale: [], typical_level: Math.log(200_000 / 1.15) - Math.log(200) };
      const settings = { ...DEFAULT_SETTINGS, ...typical, factors };
      const found = estimateSale({ ...evidence, past_sales: [{ ...sale, date: '2010-06-15' }], settings })!;
      return { ...found, width: Math.log(found.interval_80.high / found.value) };
    };
    const [plain, wider] = [valued({ 'last_sold_growth|flat': 3 }), valued({ [group]: 1.5 })];
    expect(wider.value).toBe(plain.value);
    expect(wider.width / plain.width).toBeCloseTo(1.5, 3);
    expect(Math.log1p(wider.fsd) / Math.log1p(plain.fsd)).toBeCloseTo(1.5, 1);
  },
);

describe('a last sale far below its place', () => {
  // The level of the place is £200,000 on the valuation date. The errors are so small that the width of the interval
  // never lowers the confidence.
  const location = { log_price: Math.log(200_000) - Math.log(200), n: 40, geography: 'postcode' };
  const error = { q68: 0.03, q80: 0.05, n: 100 };
  const errors = { ...DEFAULT_SETTINGS.errors, last_sold_growth: error };
  const settings = { ...DEFAULT_SETTINGS, errors, scale: [] };
  const sold = (...sales: [date: string, price: number][]) =>
    estimateSale({
      ...evidence,
      location,
      settings,
      past_sales: sales.map(([date, price]) => ({ ...sale, date, price })),
    })!;

  it('counts for less than a sale equally far above it, and lowers the confidence', () => {
    const half = sold(['2015-01-15', 70_711]);
    const twice = sold(['2015-01-15', 282_843]);
    expect(Math.log(200_000 / half.value)).toBeLessThan(0.75 * Math.log(twice.value / 200_000));
    expect([half.confidence, twice.confidence]).toEqual(['Medium', 'High']);
    expect(half.limiting_factors).toContain('last_sale_far_below');
  });

  it('counts for more if the home was sold as cheaply before', () => {
    const cheap = sold(['2011-01-15', 53_589], ['2015-01-15', 70_711]);
    expect(cheap.confidence).toBe('High');
    expect(cheap.limiting_factors).not.toContain('last_sale_far_below');
    expect(cheap.value).toBeLessThan(0.9 * sold(['2015-01-15', 70_711]).value);
  });

  it('never gives a higher value if it is lower', () => {
    const values = Array.from({ length: 60 }, (_, i) => sold(['2015-01-15', 200_000 * 0.96 ** i]).value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });
});

describe('the cascade', () => {
  it('grows the last sale by the index with the confidence High', () => {
    const estimate = estimateSale({ ...evidence, past_sales: [sale] });
    expect(estimate).toMatchObject({
      method: 'last_sold_growth',
      confidence: 'High',
      value: 200_000,
      lower_bound: 180_000,
      upper_bound: 220_000,
    });
    expect(estimate?.used.index?.factor).toBeCloseTo(2, 3);
  });

  it('never uses a sale later than the valuation date', () => {
    const later = { ...sale, date: '2020-01-16', price: 900_000 };
    expect(estimateSale({ ...evidence, past_sales: [later] })).toBeNull();
    expect(estimateSale({ ...evidence, past_sales: [sale, later] })?.value).toBe(200_000);
    const comps = [1, 2, 3].map((n) => ({ ...candidate(n, 900_000), date: '2020-02-01' }));
    expect(estimateSale({ ...evidence, candidates: comps })).toBeNull();
  });

  it('uses the floor area if there is no sale, with a lower price per square metre for larger homes', () => {
    const price_per_area = {
      log_price_per_sqm: Math.log(2000) - Math.log(200),
      reference_area_sqm: 100,
      elasticity: 0.8,
      n: 20,
      geography: 'sector XE1 2',
    };
    const at = (sqm: number) =>
      estimateSale({ ...evidence, price_per_area, subject: { ...evidence.subject, floor_area_sqm: sqm } });
    expect(at(100)).toMatchObject({ method: 'sqft_estimate', confidence: 'Medium', value: 200_000 });
    expect(at(200)!.value / 200).toBeLessThan(at(100)!.value / 100);
    expect(at(5)).toBeNull();
  });

  it('uses the seven nearest similar sales if there is no floor area, and gives no guess if there are too few', () => {
    const candidates = [...[1, 2, 3, 4, 5, 6, 7].map((n) => candidate(n, 150_000)), candidate(400, 990_000)];
    const estimate = estimateSale({ ...evidence, candidates });
    expect(estimate).toMatchObject({ method: 'comparables', confidence: 'Low' });
    expect(estimate?.used.comparables.map((c) => c.transaction_id)).not.toContain('t400');
    expect(Math.abs(estimate!.value / 150_000 - 1)).toBeLessThan(0.01);
    expect(estimateSale({ ...evidence, candidates: candidates.slice(0, 2) })).toBeNull();
  });

  it('gives the same interval as an earlier version that fitted one scale for homes with and without a sale', () => {
    const candidates = [1, 2, 3, 4, 5, 6, 7].map((n) => candidate(n, 150_000));
    const interval = (scale?: number[]) =>
      estimateSale({ ...evidence, candidates, settings: { ...DEFAULT_SETTINGS, scale, typical_level: 0 } })!
        .interval_80;
    const earlier = interval([0.3, 0.2, 0.1]);
    expect(earlier).toEqual(interval([0.3, 0.2, 0.1, 0.3, 0.2, 0.1]));
    expect(earlier.high).toBeGreaterThan(interval().high);
  });

  it('does not grow the price of an additional sale, nor of an address sold in parts', () => {
    expect(estimateSale({ ...evidence, past_sales: [{ ...sale, category: 'additional' }] })).toBeNull();
    const parts = [sale, { ...sale, price: 120_000 }];
    expect(estimateSale({ ...evidence, past_sales: parts })).toBeNull();
  });

  it('gives a home with sales the same estimate whatever floor area is inferred from its rooms', () => {
    const location = { log_price: Math.log(200_000) - Math.log(200), n: 30, geography: 'street' };
    const price_per_area = {
      log_price_per_sqm: location.log_price - Math.log(90),
      reference_area_sqm: 90,
      elasticity: 0.8,
      n: 20,
      geography: 'street',
    };
    const candidates = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ ...candidate(n, 210_000), floor_area_sqm: 60 }));
    const valued = (floor_area_sqm: number | null, floor_area_inferred: boolean) =>
      estimateSale({
        ...evidence,
        location,
        price_per_area,
        candidates,
        past_sales: [sale],
        subject: { ...evidence.subject, floor_area_sqm, floor_area_inferred },
      })!;
    const plain = valued(null, true);
    for (const sqm of [20, 60, 120, 300, 900]) expect(valued(sqm, true)).toEqual(plain);
    expect(valued(120, false).value).toBeGreaterThan(plain.value);
  });

  it('moves a doubtful price towards the level of its place', () => {
    const location = { log_price: Math.log(200_000) - Math.log(200), n: 30, geography: 'street' };
    const low = estimateSale({ ...evidence, location, past_sales: [{ ...sale, price: 20_000 }] })!;
    expect(low.value).toBeGreaterThan(80_000);
    const fair = estimateSale({ ...evidence, location, past_sales: [sale] })!;
    expect(Math.abs(fair.value / 200_000 - 1)).toBeLessThan(0.02);
  });
});
