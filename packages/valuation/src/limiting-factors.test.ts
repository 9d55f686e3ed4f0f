import { describe, expect, it } from 'vitest';
import { doublingIndex } from '../test/doubling-index.ts';
import { estimateSale } from './estimate-sale.ts';
import {
  type BuiltArea,
  type Candidate,
  casesOf,
  DEFAULT_SETTINGS,
  estimateHome,
  FITTED_TYPES,
  type HomeCases,
  type KnownHome,
  NOTHING_GIVEN,
  type PlaceEffect,
  type SaleEvidence,
} from './index.ts';

// Made up: a terraced house in a street of such houses. Detached houses elsewhere in the sector are dearer.
const index = doublingIndex('2000-01', '2020-01');
const area: BuiltArea = {
  intercept: Math.log(200_000) - Math.log(200),
  area_intercept: Math.log(200_000) - Math.log(200),
  elasticities: [0.9, 0.8, 0.7, 0.6],
  settings: DEFAULT_SETTINGS,
  indices: FITTED_TYPES.map((property_type) => ({ ...index, property_type })),
};
const effects: PlaceEffect[] = [
  [0, 'XE1 2|0|0', 0.5, 40, 0.5, 20],
  [0, 'XE1 2|1|0', 0, 30, 0, 20],
  [2, 'LOW ROAD||XE1 2', 0.02, 30, 0, 10],
];
const sale = {
  transaction_id: 't0',
  price: 160_000,
  date: '2014-03-01',
  category: 'standard',
  new_build: false,
  property_type: 'terraced',
  tenure: 'Freehold',
  saon: '',
  paon: '7',
  street: 'LOW ROAD',
  locality: '',
  town: 'MADEUP',
} as const;
const AS_OF = '2020-01-15';
const nearby = (): Candidate[] =>
  Array.from({ length: 12 }, (_, n) => ({
    ...sale,
    transaction_id: `t${n + 1}`,
    price: 190_000 + 2000 * n,
    date: '2019-06-10',
    postcode: 'XE1 2AB',
    position: { easting: 100 + 20 * n, northing: 100 },
    floor_area_sqm: 80,
    construction_age: null,
  }));

function casesWith(
  sales: (typeof sale | Record<string, unknown>)[],
  floor_area_sqm: number | null,
  changes: Partial<KnownHome> = {},
): HomeCases {
  const home = {
    postcode: 'XE1 2AB',
    address: '7 Low Road, Madeup, XE1 2AB',
    position: { easting: 100, northing: 100 },
    sales: sales as never,
    certificate: { property_type: 'terraced', floor_area_sqm, habitable_rooms: null, construction_age: null },
    given: NOTHING_GIVEN,
    ...changes,
  } as const;
  return casesOf(home, area, effects, AS_OF, nearby);
}
const evidence = (sales: Parameters<typeof casesWith>[0], floor_area_sqm: number | null): SaleEvidence =>
  casesWith(sales, floor_area_sqm).cases[0]!.evidence;
const factorsOf = (given: SaleEvidence) => estimateSale(given)!.limiting_factors;

const soldOn = (date: string) => evidence([{ ...sale, date }], 80);
const unsold = evidence([], 80);
const unmeasured = { ...evidence([], null), price_per_area: null };
const spread = (given: SaleEvidence, changes: Partial<SaleEvidence>) => ({ ...given, ...changes });
const plain = soldOn('2014-03-01');

/** Limiting factor -> evidence to which the factor applies, and evidence close to it to which it does not. */
const FACTORS: Record<string, [where: SaleEvidence, where_not: SaleEvidence]> = {
  last_sale_over_10_years_ago: [soldOn('2009-12-20'), soldOn('2010-02-10')],
  last_sale_within_3_months: [soldOn('2019-10-25'), soldOn('2019-10-05')],
  last_sale_within_12_months: [soldOn('2019-02-10'), soldOn('2018-12-20')],
  last_sale_out_of_line: [
    evidence(
      [
        { ...sale, date: '2008-03-01', price: 130_000 },
        { ...sale, price: 1_600_000 },
      ],
      80,
    ),
    evidence([{ ...sale, price: 1_600_000 }], 80),
  ],
  only_sale_out_of_line: [
    evidence([{ ...sale, price: 1_600_000 }], 80),
    evidence([{ ...sale, price: 1_600_000 }], null),
  ],
  last_sale_far_above: [
    evidence([{ ...sale, price: 800_000 }], 80),
    evidence([{ ...sale, price: 400_000 }], 80),
  ],
  last_sale_far_below: [
    evidence([{ ...sale, price: 75_000 }], 80),
    // The home was sold twice at half the level of its place, so it is a cheap home.
    evidence(
      [
        { ...sale, date: '2008-03-01', price: 61_000 },
        { ...sale, price: 75_000 },
      ],
      80,
    ),
  ],
  last_sale_was_new_build: [evidence([{ ...sale, new_build: true }], 80), plain],
  no_previous_sale: [unsold, plain],
  lease_length_not_known: [
    spread(plain, { subject: { ...plain.subject, tenure: 'Leasehold' } }),
    spread(plain, { subject: { ...plain.subject, tenure: null } }),
  ],
  no_index: [spread(plain, { index: null }), plain],
  index_carried_forward: [spread(plain, { as_of: '2020-08-15' }), spread(plain, { as_of: '2020-07-15' })],
  spread_measured_elsewhere: [
    plain,
    spread(plain, {
      settings: { ...plain.settings, errors: { last_sold_growth: { n: 40, q68: 0.1, q80: 0.15 } } },
    }),
  ],
  floor_area_inferred: [
    spread(unsold, { subject: { ...unsold.subject, floor_area_inferred: true } }),
    spread(plain, { subject: { ...plain.subject, floor_area_inferred: true } }),
  ],
  certificates_contradict: [
    spread(plain, { subject: { ...plain.subject, floor_area_sqm: 80, floor_area_other_sqm: 101 } }),
    spread(plain, { subject: { ...plain.subject, floor_area_sqm: 80, floor_area_other_sqm: 99 } }),
  ],
  far_from_its_floor_area: [
    spread(plain, { subject: { ...plain.subject, floor_area_sqm: 950 } }),
    evidence([{ ...sale, price: 760_000 }], 80),
  ],
  far_from_its_place: [
    evidence([{ ...sale, price: 760_000 }], 80),
    spread(plain, { subject: { ...plain.subject, floor_area_sqm: 950 } }),
  ],
  few_sales_nearby: [
    spread(unsold, { location: { ...unsold.location!, n: 4 } }),
    spread(unsold, { location: { ...unsold.location!, n: 5 } }),
  ],
  few_sales_with_floor_area: [
    spread(unsold, { price_per_area: { ...unsold.price_per_area!, n: 4 } }),
    spread(unsold, { price_per_area: { ...unsold.price_per_area!, n: 5 } }),
  ],
  no_floor_area: [unmeasured, unsold],
  few_comparables: [
    spread(unmeasured, { candidates: unmeasured.candidates.slice(0, 4) }),
    spread(unmeasured, { candidates: unmeasured.candidates.slice(0, 5) }),
  ],
};

it('changes the value by at most 3 per cent for each per cent of an only sale far above its place and its floor area', () => {
  let before = Number.NaN;
  for (let price = 300_000; price < 3_000_000; price *= 1.01) {
    const { value } = estimateSale(evidence([{ ...sale, price: Math.round(price) }], 80))!;
    if (!Number.isNaN(before)) expect(Math.abs(Math.log(value / before)), `${price}`).toBeLessThan(0.03);
    before = value;
  }
});

describe('a limiting factor', () => {
  it('is about the mixed value of the kinds of a home, not about that of its most probable kind', () => {
    const given = { ...NOTHING_GIVEN, property_type: 'bungalow' } as const;
    const flat = { ...sale, property_type: 'flat', date: '2019-03-01' } as const;
    const times = { outside: 0, far: 0 };
    for (let price = 60_000; price < 1_000_000; price *= 1.01) {
      const home = casesWith([{ ...flat, price: Math.round(price) }], 80, { given, certificate: null });
      expect(home.cases.length).toBeGreaterThan(1);
      const { value, interval_80, used, limiting_factors } = estimateHome(home)!.estimate;
      const today = used.last_sale!.price * used.index!.factor;
      const outside = today < interval_80.low || today > interval_80.high;
      expect(limiting_factors.includes('last_sale_outside_interval'), `${price}`).toBe(outside);
      const far = Math.abs(Math.log(value / used.level!)) > Math.log(2);
      if (limiting_factors.includes('far_from_its_place')) expect(far, `${price}`).toBe(true);
      times.outside += Number(outside);
      times.far += Number(far);
    }
    expect(Math.min(...Object.values(times))).toBeGreaterThan(0);
  });

  it.each(Object.entries(FACTORS))(
    'is given if it applies, and not otherwise: %s',
    (factor, [where, where_not]) => {
      expect(factorsOf(where)).toContain(factor);
      expect(factorsOf(where_not)).not.toContain(factor);
    },
  );
});

const valued = (...home: Parameters<typeof casesWith>) => estimateHome(casesWith(...home))!.estimate;

describe('the only sale of a home', () => {
  it.each([1_600_000, 16_000])(
    'at £%d, which its place and its floor area contradict, does not change the value and lowers the confidence',
    (price) => {
      const [without, found] = [valued([], 80), valued([{ ...sale, price }], 80)];
      expect([found.method, without.confidence, found.confidence]).toEqual([
        'sqft_estimate',
        'Medium',
        'Low',
      ]);
      expect([found.value, found.interval_80]).toEqual([without.value, without.interval_80]);
      expect(found.limiting_factors).toContain('only_sale_out_of_line');
    },
  );

  it('counts if its floor area is unknown or agrees with it, if it is less out of line, and beside a sale that agrees', () => {
    const odd = { ...sale, price: 1_600_000 };
    const weak = { ...sale, transaction_id: 't90', category: 'additional', date: '2016-03-01' };
    for (const [sales, floor_area_sqm] of [
      [[odd], null],
      [[odd], 900],
      [[{ ...sale, price: 420_000 }], 80],
      [[odd, { ...weak, price: 1_700_000 }], 80],
    ] as const)
      expect(valued([...sales], floor_area_sqm).method).toBe('last_sold_growth');
    expect(valued([odd, { ...weak, price: 200_000 }], 80).limiting_factors).toEqual(
      expect.arrayContaining(['only_sale_out_of_line', 'additional_sales_count']),
    );
  });
});

it('a value that rests on a floor area inferred from rooms has the confidence Low', () => {
  const given = { ...NOTHING_GIVEN, bedrooms: 3 };
  for (const inferred of [
    valued([], null, { given }),
    valued([], 0, {
      certificate: {
        property_type: 'terraced',
        floor_area_sqm: null,
        habitable_rooms: 5,
        construction_age: null,
      },
    }),
  ]) {
    expect([inferred.method, inferred.confidence]).toEqual(['sqft_estimate', 'Low']);
    expect(inferred.limiting_factors).toContain('floor_area_inferred');
  }
  expect(valued([], 80).confidence).toBe('Medium');
});
