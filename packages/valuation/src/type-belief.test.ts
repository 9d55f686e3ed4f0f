import { expect, it } from 'vitest';
import type { PlaceEffect } from './place-effects.ts';
import { FAMILIES, FITTED_TYPES, type FittedType } from './places.ts';
import { type TypeEvidence, typeBelief, USUAL_WORDS } from './type-belief.ts';

const [DETACHED, , TERRACED] = [0, 1, 2];
const sold = (family: (typeof FAMILIES)[number], key: string, n: number): PlaceEffect => [
  FAMILIES.indexOf(family),
  key,
  0,
  n,
  null,
  0,
];

/** Made up: a house by number in a street, of which nothing else is known. */
const unknown: TypeEvidence = {
  given: null,
  sold_as: null,
  certificate: null,
  wording: 'number',
  place: { postcode: 'XE1 2AB', street: 'LOW ROAD', locality: '', paon: '7' },
  effects: [],
  words: USUAL_WORDS,
};

function probability(type: FittedType, effects: PlaceEffect[], changes: Partial<TypeEvidence> = {}): number {
  const { types } = typeBelief({ ...unknown, ...changes, effects });
  return types.find(({ property_type }) => property_type === type)?.probability ?? 0;
}

it('gives more probability to the types sold in the sector, street and postcode, and to flats if the building has some', () => {
  const detached = sold('cell', `XE1 2|${DETACHED}|0`, 1);
  for (const there of [
    sold('cell', `XE1 2|${TERRACED}|0`, 50),
    sold('street_type', `LOW ROAD||XE1 2|${TERRACED}`, 50),
    sold('postcode_type', `XE1 2AB|${TERRACED}`, 50),
  ])
    expect(probability('terraced', [detached, there])).toBeGreaterThan(
      probability('terraced', [detached]) + 0.2,
    );
  const flats = sold('building', 'XE1 2AB|7', 50);
  expect(probability('flat', [detached, flats])).toBeGreaterThan(probability('flat', [detached]) + 0.2);
});

it('learns nothing from another street or building, nor if its own are unknown', () => {
  const detached = sold('cell', `XE1 2|${DETACHED}|0`, 1);
  const before = probability('terraced', [detached]);
  for (const elsewhere of [
    sold('street_type', `HIGH ROAD||XE1 2|${TERRACED}`, 50),
    sold('street_type', `LOW ROAD|HAMLET|XE1 2|${TERRACED}`, 50),
    sold('building', 'XE1 2AB|9', 50),
  ])
    expect(probability('terraced', [detached, elsewhere])).toBe(before);
  const nameless = { place: { ...unknown.place, street: '', paon: '' } };
  for (const family of ['street_type', 'building'] as const)
    expect(
      probability(
        'terraced',
        [detached, sold(family, family === 'building' ? 'XE1 2AB|' : `||XE1 2|${TERRACED}`, 50)],
        nameless,
      ),
    ).toBe(probability('terraced', [detached], nameless));
});

it('gives a few sales in the narrower place more weight than many in the wider one', () => {
  const levels = [
    (type: number, n: number) => sold('cell', `XE1 2|${type}|0`, n),
    (type: number, n: number) => sold('street_type', `LOW ROAD||XE1 2|${type}`, n),
    (type: number, n: number) => sold('postcode_type', `XE1 2AB|${type}`, n),
  ];
  for (const [i, wide] of levels.slice(0, -1).entries()) {
    const effects = [wide(DETACHED!, 200), levels[i + 1]!(TERRACED!, 10)];
    expect(probability('terraced', effects)).toBeGreaterThan(probability('detached', effects));
  }
});

it('uses the given type before that of the last sale, and that before that of the certificate', () => {
  const all = { given: 'flat', sold_as: 'terraced', certificate: 'detached' } as const;
  const resultFor = (changes: Partial<TypeEvidence>) => {
    const { source, types } = typeBelief({ ...unknown, ...all, ...changes });
    return [source, ...types.map(({ property_type }) => property_type)];
  };
  expect(resultFor({})).toEqual(['given', 'flat']);
  expect(resultFor({ given: null })).toEqual(['sale', 'terraced']);
  expect(resultFor({ given: null, sold_as: 'other' })).toEqual(['certificate', 'detached']);
  expect(resultFor({ given: 'bungalow' })).toEqual(['sale', 'terraced']);
  expect(resultFor({ given: 'bungalow', sold_as: 'flat' })).toEqual(['certificate', 'detached']);
  const houses = resultFor({ given: 'bungalow', sold_as: 'flat', certificate: null });
  expect(houses[0]).toBe('given');
  expect(new Set(houses.slice(1))).toEqual(new Set(FITTED_TYPES.filter((type) => type !== 'flat')));
  expect(resultFor({ given: null, sold_as: null, certificate: null })[0]).toBe('assumed');
});
