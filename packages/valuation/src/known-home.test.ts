import { expect, it } from 'vitest';
import {
  type BuiltArea,
  casesOf,
  DEFAULT_SETTINGS,
  type HomeSale,
  type KnownHome,
  NOTHING_GIVEN,
  type PlaceEffect,
} from './index.ts';

const area: BuiltArea = {
  intercept: 7,
  area_intercept: 7,
  elasticities: [0.9, 0.8, 0.7, 0.6],
  settings: DEFAULT_SETTINGS,
  indices: [],
};

const sold = (tenure: HomeSale['tenure']): HomeSale => ({
  transaction_id: 't0',
  price: 180_000,
  date: '2014-03-01',
  category: 'standard',
  new_build: false,
  property_type: 'terraced',
  tenure,
  saon: '',
  paon: '7',
  street: 'LOW ROAD',
  locality: '',
  town: 'MADEUP',
});

const home: KnownHome = {
  postcode: 'XE1 2AB',
  address: '7 Low Road, Madeup, XE1 2AB',
  position: null,
  sales: [],
  certificate: null,
  given: { ...NOTHING_GIVEN, property_type: 'terraced' },
};

/** The effects of a sector in which this many terraced houses were sold freehold and leasehold. */
const around = (freehold: number, leasehold: number): PlaceEffect[] => [
  [0, 'XE1 2|2|0', 0, freehold, 0, 0],
  [0, 'XE1 2|2|1', 0, leasehold, 0, 0],
];

it.each<[string, Partial<KnownHome>, PlaceEffect[], [string, string]]>([
  [
    'the given one before that of its sale',
    { given: { ...home.given, tenure: 'Leasehold' }, sales: [sold('Freehold')] },
    around(9, 1),
    ['Leasehold', 'given'],
  ],
  [
    'that of its sale before that of most sales nearby',
    { sales: [sold('Leasehold')] },
    around(9, 1),
    ['Leasehold', 'sale'],
  ],
  [
    'that of most sales nearby if its sale has none',
    { sales: [sold(null)] },
    around(1, 9),
    ['Leasehold', 'inferred'],
  ],
  [
    'the usual one of its type if equally many were sold with each',
    {},
    around(9, 9),
    ['Freehold', 'assumed'],
  ],
  [
    'the usual one of its type if none was sold nearby',
    { given: { ...home.given, property_type: 'flat' } },
    around(9, 1),
    ['Leasehold', 'assumed'],
  ],
])('uses as the tenure of a home %s, and names its source', (_, changes, effects, due) => {
  const { cases, tenure_source } = casesOf({ ...home, ...changes }, area, effects, '2020-01-15', () => []);
  expect([cases[0]!.evidence.subject.tenure, tenure_source]).toEqual(due);
});
