import { describe, expect, it } from 'vitest';
import { doublingIndex } from '../test/doubling-index.ts';
import {
  type BuiltArea,
  type Candidate,
  casesOf,
  DEFAULT_SETTINGS,
  estimateHome,
  FITTED_TYPES,
  type FittedType,
  type HomeSale,
  type KnownHome,
  NOTHING_GIVEN,
  type PlaceEffect,
} from './index.ts';

const index = doublingIndex('2010-01', '2020-01');

const area: BuiltArea = {
  intercept: Math.log(200_000) - Math.log(200),
  area_intercept: Math.log(200_000) - Math.log(200),
  elasticities: [0.9, 0.8, 0.7, 0.6],
  settings: DEFAULT_SETTINGS,
  indices: FITTED_TYPES.map((property_type) => ({ ...index, property_type })),
};

/** A street of detached and terraced houses; houses of the first kind cost twice as much. */
const effects: PlaceEffect[] = [
  [0, 'XE1 2|0|0', 0.35, 40, 0.1, 20],
  [0, 'XE1 2|2|0', -0.35, 60, -0.1, 20],
  [2, 'LOW ROAD||XE1 2', 0.02, 30, 0, 10],
  [5, 'XE1 2AB|0', 0.01, 8, 0, 4],
  [5, 'XE1 2AB|2', -0.01, 12, 0, 6],
];

const home: KnownHome = {
  postcode: 'XE1 2AB',
  address: '7 Low Road, Madeup, XE1 2AB',
  position: { easting: 100, northing: 100 },
  sales: [],
  certificate: null,
  given: NOTHING_GIVEN,
};

const sold: HomeSale = {
  transaction_id: 't0',
  price: 180_000,
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
};

const nearby = (type: FittedType): Candidate[] =>
  Array.from({ length: 20 }, (_, n) => ({
    ...sold,
    transaction_id: `t${n + 1}`,
    property_type: type,
    price: 120_000 + 7919 * ((n * 13) % 20),
    date: `2019-${String(1 + (n % 12)).padStart(2, '0')}-10`,
    postcode: n % 3 ? 'XE1 2AB' : 'XE1 2AC',
    position: { easting: 100 + 40 * n, northing: 100 },
    floor_area_sqm: n % 4 === 3 ? null : 45 + ((n * 29) % 90),
    construction_age: null,
  }));

const cases = (changes: Partial<KnownHome>) =>
  casesOf({ ...home, ...changes }, area, effects, '2020-01-15', nearby);
const value = (changes: Partial<KnownHome>) => estimateHome(cases(changes))!.estimate;
const certificate = (floor_area_sqm: number, property_type: FittedType | null = null) => ({
  property_type,
  floor_area_sqm,
  habitable_rooms: null,
  construction_age: null,
});

const KINDS: Record<string, Partial<KnownHome>> = {
  'nothing known': {},
  'a flat by its words': { address: 'Flat 3, 7 Low Road, Madeup' },
  'a certificate': { certificate: certificate(80, 'terraced') },
  'a certificate without a type': { certificate: certificate(80) },
  'a bungalow': { certificate: { ...certificate(80), property_type: 'bungalow' } },
  'a sale': { sales: [sold] },
  'a sale and a certificate': { sales: [sold], certificate: certificate(80, 'terraced') },
  'an additional sale': { sales: [{ ...sold, category: 'additional' }] },
  'a type given': { given: { ...NOTHING_GIVEN, property_type: 'flat' } },
  'bedrooms given': { given: { ...NOTHING_GIVEN, bedrooms: 3 } },
};

describe.each(Object.entries(KINDS))('with %s', (_, known) => {
  it('gives types with probabilities that add up to 1, and says if they are inferred', () => {
    const { belief } = cases(known);
    expect(belief.types.reduce((sum, one) => sum + one.probability, 0)).toBeCloseTo(1, 9);
    const stated =
      known.given?.property_type ?? known.sales?.at(-1)?.property_type ?? known.certificate?.property_type;
    if (stated === 'flat' || stated === 'terraced') expect(belief.types).toHaveLength(1);
    else {
      expect(belief.types.length).toBeGreaterThan(1);
      expect(value(known).limiting_factors).toContain(stated ? 'kind_of_bungalow' : 'type_inferred');
    }
  });

  it('gives a value within its interval and its bounds, which is the sum of its drivers', () => {
    const found = value(known);
    expect(found.interval_80.low).toBeLessThan(found.value);
    expect(found.interval_80.high).toBeGreaterThan(found.value);
    expect(found.lower_bound).toBeLessThan(found.value);
    expect(found.upper_bound).toBeGreaterThan(found.value);
    expect(found.drivers.reduce((sum, one) => sum + one.pounds, 0)).toBe(found.value);
  });

  it('gives a value that never falls as the floor area grows, from the smallest allowed to the largest', () => {
    const values = Array.from({ length: 86 }, (_, i) => Math.min(1000, 15 * 1.05 ** i)).map(
      (floor_area_sqm) =>
        value({ ...known, given: { ...(known.given ?? NOTHING_GIVEN), floor_area_sqm } }).value,
    );
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.at(-1)).toBeGreaterThan(values[0]!);
  });
});

it('says that the type is inferred, and not certain, even if only one is probable', () => {
  const one_kind: PlaceEffect[] = [
    [0, 'XE1 2|0|0', 0.35, 400, 0.1, 20],
    [5, 'XE1 2AB|0', 0.01, 40, 0, 4],
  ];
  const known = casesOf(home, area, one_kind, '2020-01-15', nearby);
  expect(known.belief.types).toHaveLength(1);
  expect(known.belief.types[0]!.probability).toBeLessThan(1);
  const { limiting_factors } = estimateHome(known)!.estimate;
  expect(limiting_factors).toContain('type_inferred');
  expect(value({ sales: [sold] }).limiting_factors).not.toContain('type_inferred');
});

describe('a home of uncertain type if no price depends on floor area', () => {
  it('never has a lower value for a larger floor area, however unusual that is for a type', () => {
    const unsized = (type: FittedType) => nearby(type).map((sale) => ({ ...sale, floor_area_sqm: null }));
    const named = { ...home, address: 'Rose Cottage, Low Road, Madeup, XE1 2AB' };
    const flats: PlaceEffect[] = [...effects, [5, 'XE1 2AB|3', -0.7, 60, -0.1, 20]];
    const found = [15, 20, 30, 60, 240, 300, 500, 700, 1000].map((floor_area_sqm) => {
      const known = { ...named, given: { ...NOTHING_GIVEN, floor_area_sqm } };
      return casesOf(known, { ...area, area_intercept: null }, flats, '2020-01-15', unsized);
    });
    const types = found[0]!.belief.types.map((one) => one.property_type);
    expect(types).toEqual(expect.arrayContaining(['flat', 'detached', 'terraced']));
    const values = found.map((its) => estimateHome(its)!.estimate.value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });
});

describe('a bungalow as the given type', () => {
  const bungalow = { ...NOTHING_GIVEN, property_type: 'bungalow' as const };

  it('has the house type of its sale or certificate', () => {
    for (const known of [{ sales: [sold] }, { certificate: certificate(80, 'terraced') }]) {
      expect(cases({ ...known, given: bungalow }).belief.types).toEqual([
        { property_type: 'terraced', probability: 1 },
      ]);
      expect(value({ ...known, given: bungalow })).toEqual(value(known));
    }
  });

  it('may have any house type if none is recorded, and is never a flat, even if a flat is recorded', () => {
    for (const known of [{}, { sales: [{ ...sold, property_type: 'flat' as const }] }]) {
      const { source, types } = cases({ ...known, given: bungalow }).belief;
      expect(source).toBe('given');
      expect(types.length).toBeGreaterThan(1);
      expect(types.map((one) => one.property_type)).not.toContain('flat');
    }
  });
});

describe('a type that is only inferred', () => {
  it('mixes the values of the types and widens the interval for the doubt', () => {
    const of = (property_type: FittedType) => value({ given: { ...NOTHING_GIVEN, property_type } });
    const mixed = value({});
    expect(mixed.value).toBeGreaterThan(of('terraced').value);
    expect(mixed.value).toBeLessThan(of('detached').value);
    const width = ({ interval_80: { low, high }, value }: typeof mixed) => (high - low) / value;
    expect(width(mixed)).toBeGreaterThan(width(of('terraced')));
  });

  it('is flat if the address says so, even if no flat was sold there', () => {
    const [first] = cases({ address: 'Flat 3, 7 Low Road, Madeup' }).belief.types;
    expect(first).toMatchObject({ property_type: 'flat' });
    expect(cases({}).belief.types[0]).toMatchObject({ property_type: 'terraced' });
  });

  it('is called assumed if nothing was sold nearby', () => {
    const assumed = casesOf(home, area, [], '2020-01-15', nearby);
    expect(assumed.belief.source).toBe('assumed');
    expect(estimateHome(assumed)!.estimate.limiting_factors).toContain('type_assumed');
    expect(value({}).limiting_factors).not.toContain('type_assumed');
  });
});

describe('types without a value in the area', () => {
  /** The cases of a home of which only the given types have an index, a level of the place and comparable sales. */
  const only = (...types: FittedType[]) => {
    const known = cases({});
    const nothing = { index: null, location: null, price_per_area: null, candidates: [] };
    const kept = known.cases.map((one) =>
      types.includes(one.property_type) ? one : { ...one, evidence: { ...one.evidence, ...nothing } },
    );
    return { ...known, cases: kept };
  };
  const width = ({
    interval_80: { low, high },
    value,
  }: {
    interval_80: { low: number; high: number };
    value: number;
  }) => (high - low) / value;

  it('are named, do not change the value, and widen the interval more if they are more probable', () => {
    const all = estimateHome(cases({}))!;
    expect(all.unvalued).toEqual([]);
    expect(all.estimate.limiting_factors).not.toContain('types_without_value');
    for (const type of ['terraced', 'detached'] as const) {
      const { unvalued, likeliest, estimate } = estimateHome(only(type))!;
      const alone = value({ given: { ...NOTHING_GIVEN, property_type: type } });
      expect(likeliest.property_type).toBe(type);
      expect(unvalued.map((one) => one.property_type)).not.toContain(type);
      expect(unvalued).toHaveLength(cases({}).cases.length - 1);
      expect(estimate.limiting_factors).toContain('types_without_value');
      expect(estimate.value).toBe(alone.value);
      expect(width(estimate)).toBeGreaterThan(1.2 * width(alone));
      expect(estimate.drivers.reduce((sum, one) => sum + one.pounds, 0)).toBe(estimate.value);
    }
    const [less, more] = (['terraced', 'detached'] as const).map((type) => estimateHome(only(type))!);
    expect(width(more!.estimate)).toBeGreaterThan(width(less!.estimate));
    expect(more!.estimate.confidence).toBe('Low');
  });

  it('give no estimate if none of the types has a value', () => {
    expect(estimateHome(only())).toBeNull();
  });
});

describe('sales at an address', () => {
  it('count only if they are later than a day with two prices', () => {
    const parts = [sold, { ...sold, transaction_id: 't9', price: 260_000 }];
    expect(value({ sales: parts }).method).not.toBe('last_sold_growth');
    const later = value({ sales: [...parts, { ...sold, date: '2017-05-01', price: 210_000 }] });
    expect(later).toMatchObject({ method: 'last_sold_growth' });
    expect(later.used.last_sale?.date).toBe('2017-05-01');
    for (const one of [value({ sales: parts }), later])
      expect(one.limiting_factors).toContain('sold_in_parts');
    const again = parts.map((one) => ({ ...one, date: '2018-05-01' }));
    const last = { ...sold, date: '2019-05-01', price: 220_000 };
    const between = { ...sold, date: '2017-05-01', price: 120_000 };
    const all = value({ sales: [...parts, between, ...again, last] });
    expect(all).toEqual({ ...value({ sales: [last] }), limiting_factors: all.limiting_factors });
    expect(all.limiting_factors).toContain('sold_in_parts');
  });

  it('on one day at nearly equal prices count once: at the standard price, or at the higher of two standard prices', () => {
    const once = value({ sales: [sold] });
    const dearer = { ...sold, transaction_id: 't0', price: sold.price * 1.05 };
    const cheaper = { ...sold, transaction_id: 't0', price: sold.price * 0.95 };
    const additional = (sale: HomeSale): HomeSale => ({ ...sale, category: 'additional' });
    const ways: [HomeSale, HomeSale][] = [
      [cheaper, sold],
      [additional(cheaper), sold],
      [additional(dearer), sold],
      [sold, dearer],
    ];
    for (const [other, counting] of ways) {
      const alone = value({ sales: [counting] });
      expect(value({ sales: [other, counting] })).toEqual(alone);
      expect(value({ sales: [counting, other] })).toEqual(alone);
    }
    expect(value({ sales: [dearer] }).value).not.toBe(once.value);
    expect(once.limiting_factors).not.toContain('sold_in_parts');
  });

  it('before that of a new building do not change the value of the new building', () => {
    const rebuilt: HomeSale = {
      ...sold,
      transaction_id: 't1',
      date: '2018-03-01',
      price: 400_000,
      new_build: true,
    };
    const before = { ...sold, date: '2012-03-01' };
    for (const price of [60_000, 180_000, 500_000])
      expect(value({ sales: [{ ...before, price }, rebuilt] })).toEqual(value({ sales: [rebuilt] }));
    const resold = { ...sold, transaction_id: 't2', date: '2019-03-01', price: 390_000 };
    expect(value({ sales: [rebuilt, resold] }).value).not.toBe(value({ sales: [resold] }).value);
  });

  it('out of line with all others do not change the value and are named, the last one by a separate reason', () => {
    const at = (date: string, price: number): HomeSale => ({ ...sold, transaction_id: date, date, price });
    const plain = [at('2011-03-01', 150_000), at('2016-03-01', 210_000)];
    const without = value({ sales: plain });
    const factor = 'sale_out_of_line';
    expect(without.limiting_factors).not.toContain(factor);
    for (const price of [2_400_000, 12_000]) {
      const odd = value({ sales: [plain[0]!, at('2013-03-01', price), plain[1]!] });
      const limiting_factors = odd.limiting_factors.filter((one) => one !== factor);
      expect(odd.limiting_factors).toContain(factor);
      expect({ ...odd, limiting_factors }).toEqual(without);
    }
    const kept = [
      [plain[0]!, at('2013-03-01', 300_000), plain[1]!],
      [...plain, at('2017-03-01', 2_400_000)],
      [at('2010-03-01', 300_000), plain[1]!],
    ];
    for (const sales of kept) expect(value({ sales }).limiting_factors).not.toContain(factor);
    expect(value({ sales: kept[1]! }).limiting_factors).toContain('last_sale_out_of_line');
  });

  it('as another kind of home do not change the value if the prices disagree, and are named', () => {
    const factor = 'sold_as_another_kind';
    const at = (date: string, price: number, property_type: 'flat' | 'terraced'): HomeSale => ({
      ...sold,
      ...{ transaction_id: date, date, price, property_type },
    });
    const split = at('2017-03-01', 100_000, 'flat');
    const joined = at('2017-03-01', 230_000, 'terraced');
    for (const [last, before] of [
      [split, at('2012-03-01', 160_000, 'terraced')],
      [joined, at('2012-03-01', 70_000, 'flat')],
    ] as const) {
      const { limiting_factors, ...others } = value({ sales: [before, last] });
      const { limiting_factors: without, ...alone } = value({ sales: [last] });
      expect(others).toEqual(alone);
      expect([...limiting_factors].sort()).toEqual([...without, factor].sort());
      // The prices agree, so both sales are of the same home and one of the two types was registered wrongly.
      const agreeing = { ...before, price: last.price * 0.7 };
      expect(value({ sales: [agreeing, last] }).limiting_factors).not.toContain(factor);
      const same_kind = { ...before, property_type: last.property_type };
      expect(value({ sales: [same_kind, last] }).limiting_factors).not.toContain(factor);
    }
  });

  it('of the additional category at the price of several homes do not change the value, even the newest', () => {
    const factor = 'additional_sale_out_of_line';
    const of = (date: string, price: number): HomeSale => ({
      ...sold,
      ...{ transaction_id: date, date, price, category: 'additional' },
    });
    const alone = value({ sales: [sold] });
    for (const block of [of('2019-05-01', 1_700_000), of('2012-05-01', 900_000)]) {
      const odd = value({ sales: [sold, block].sort((a, b) => (a.date < b.date ? -1 : 1)) });
      expect(odd.limiting_factors).toContain(factor);
      expect(odd.limiting_factors).not.toContain('additional_sale_since');
      expect(odd.value).toBe(alone.value);
      expect(odd.interval_80).toEqual(alone.interval_80);
    }
    // Here the plain sale is the outlier: the additional sale fits the place.
    const garage = { ...sold, price: 15_000 };
    const repaired = value({ sales: [garage, of('2019-05-01', 260_000)] });
    expect(repaired.limiting_factors).not.toContain(factor);
    expect(repaired.value).toBeGreaterThan(value({ sales: [garage] }).value);
  });

  it('of the additional category are weak evidence, and the estimate says so', () => {
    const plain = value({ given: { ...NOTHING_GIVEN, property_type: 'terraced' } });
    const odd = value({ sales: [{ ...sold, category: 'additional', price: 110_000 }] });
    expect(odd.limiting_factors).toContain('only_additional_sales');
    expect(odd.value).toBeLessThan(plain.value);
    expect(odd.value).toBeGreaterThan(plain.value * 0.7);
    const newer = {
      ...sold,
      transaction_id: 't8',
      category: 'additional',
      date: '2019-05-01',
      price: 400_000,
    } as const;
    const [before, since] = [value({ sales: [sold] }), value({ sales: [sold, newer] })];
    expect(since.limiting_factors).toContain('additional_sale_since');
    expect(before.limiting_factors).not.toContain('additional_sale_since');
    expect(since.value).toBeGreaterThan(before.value);
    expect(since.used.last_sale?.date).toBe(before.used.last_sale?.date);
  });
});

it('lowers the confidence by a class and says so if the sale is of a flat and the certificate of a house, or the reverse', () => {
  const certified = (property_type: 'flat' | 'detached' | 'bungalow' | null) => ({
    ...{ property_type, floor_area_sqm: 80, habitable_rooms: null, construction_age: null },
  });
  const says = (changes: Partial<KnownHome>) => {
    const { limiting_factors, confidence } = value(changes);
    return [limiting_factors.includes('records_of_two_kinds'), confidence];
  };
  const as = (property_type: 'flat' | 'terraced') => [{ ...sold, property_type }];
  const apart = says({ sales: as('terraced'), certificate: certified('flat') });
  expect(apart).toEqual([true, 'Medium']);
  expect(says({ sales: as('flat'), certificate: certified('bungalow') })[0]).toBe(true);
  for (const type of ['detached', 'bungalow', null] as const)
    expect(says({ sales: as('terraced'), certificate: certified(type) })).toEqual([false, 'High']);
  expect(says({ certificate: certified('flat') })[0]).toBe(false);
});
