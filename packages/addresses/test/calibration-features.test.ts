import { describe, expect, it } from 'vitest';
import { calibration } from '../generated/calibration.ts';
import type { Evidence } from '../src/compare/compare.ts';
import { calibrationFeatures, parentFeatures } from '../src/compare/score.ts';

// The weights of the calibration were fitted to these features in this order. If a feature is computed differently,
// every confidence is wrong, and few addresses show it.

const ALIKE: Evidence = {
  number: 'exact',
  unit: 'none',
  role_differs: false,
  named: false,
  postcode: 'exact',
  street: 'exact',
  building: 'none',
  locality: 'exact',
  relation: 'none',
  street_agreement: 0.9,
  building_agreement: null,
  locality_agreement: 0.8,
  unexplained: 0,
  added: 0,
  elsewhere: 0,
  other_name: false,
};

interface Case {
  change: Partial<Evidence>;
  score?: number;
  lead?: number;
  /** The features that change: index -> new value. */
  home: Record<number, number>;
  parent: Record<number, number>;
}

const CASES: Record<string, Case> = {
  'a higher score': { change: {}, score: 7, home: { 1: 7 }, parent: { 1: 7 } },
  'a lead': { change: {}, lead: 0.5, home: { 2: 0.5, 3: 0.5 }, parent: { 2: 0.5 } },
  'a lead above the limit': { change: {}, lead: 9, home: { 2: 4, 3: 1 }, parent: { 2: 4 } },
  'a rival that is far better': { change: {}, lead: -9, home: { 2: -4, 3: -2 }, parent: { 2: -4 } },
  'no street on one side': { change: { street_agreement: null }, home: { 4: 0.6 }, parent: { 3: 0.6 } },
  'no locality on one side': { change: { locality_agreement: null }, home: { 13: 0.5 }, parent: { 5: 0.5 } },
  'another number': { change: { number: 'conflict' }, home: {}, parent: { 6: 0 } },
  'a number in the listed address only': {
    change: { number: 'missing_query' },
    home: { 5: 1 },
    parent: { 6: 0, 8: 1 },
  },
  'a number in the query only': {
    change: { number: 'missing_candidate' },
    home: { 5: 1 },
    parent: { 6: 0, 8: 1 },
  },
  'a number in the query only, with the same named building and unit': {
    change: { number: 'missing_candidate', unit: 'exact', building_agreement: 0.95, building: 'exact' },
    home: {},
    parent: { 4: 0.95, 6: 0, 8: 1 },
  },
  'the end of a range': { change: { number: 'range_end' }, home: { 6: 1 }, parent: { 6: 0, 7: 1 } },
  'a number in a range': { change: { number: 'range_inside' }, home: { 6: 1 }, parent: { 6: 0, 7: 1 } },
  'a unit in other words': { change: { unit: 'equivalent' }, home: { 7: 1 }, parent: {} },
  'a unit by its storey': { change: { unit: 'storey' }, home: { 7: 1 }, parent: {} },
  'a unit in the listed address only': { change: { unit: 'missing_query' }, home: { 8: 1 }, parent: {} },
  'a unit in the query only': { change: { unit: 'missing_candidate' }, home: { 8: 1 }, parent: {} },
  'a unit of another kind': { change: { unit: 'unlike' }, home: { 8: 1 }, parent: {} },
  'no number, and a name': {
    change: { number: 'none', building: 'near', building_agreement: 0.7, unexplained: 5 },
    home: { 9: 1, 10: 0.7, 19: 3, 20: 3 },
    parent: { 6: 0, 13: 3 },
  },
  'no number and a unit of another kind': {
    change: { number: 'none', unit: 'unlike' },
    home: { 8: 1 },
    parent: { 6: 0 },
  },
  'another part of the premises': { change: { relation: 'different' }, home: { 11: 1 }, parent: {} },
  'another use': { change: { role_differs: true }, home: { 11: 1 }, parent: { 12: 1 } },
  'a postcode nearby': { change: { postcode: 'near' }, home: { 12: 0, 14: 0.1 }, parent: { 9: 0 } },
  'another postcode': {
    change: { postcode: 'different', elsewhere: 5 },
    home: { 12: 0, 14: 0.1, 15: 0.2, 22: 2 },
    parent: { 9: 0, 14: 2 },
  },
  'no postcode on one side': {
    change: { postcode: 'unknown' },
    home: { 12: 0, 14: 0.1, 15: 0.2, 21: 1 },
    parent: { 9: 0, 10: 1 },
  },
  'another name': { change: { building: 'different' }, home: { 16: 1 }, parent: { 11: 1 } },
  'a name in the listed address only': {
    change: { building: 'missing_query' },
    home: { 17: 1 },
    parent: { 11: 1 },
  },
  'a name in the query only': {
    change: { building: 'missing_candidate' },
    home: { 18: 1 },
    parent: { 11: 1 },
  },
  'another place in the same postcode': { change: { elsewhere: 5 }, home: {}, parent: {} },
};

describe.each([
  ['home', calibrationFeatures],
  ['parent', parentFeatures],
] as const)('the calibration features of a %s', (of, featuresOf) => {
  const base = featuresOf(ALIKE, 5, 0);

  it.each(Object.entries(CASES))(
    'change only at the expected places for %s',
    (_, { change, score = 5, lead = 0, ...due }) => {
      const found = featuresOf({ ...ALIKE, ...change }, score, lead).map((value) => Number(value.toFixed(6)));
      expect(found).toEqual(base.map((value, place) => due[of][place] ?? value));
    },
  );

  it('have a case here for every weight but the first', () => {
    const moved = new Set(Object.values(CASES).flatMap((one) => Object.keys(one[of]).map(Number)));
    const places = calibration[of].weights.map((_, place) => place);
    expect([base[0], base.length]).toEqual([1, places.length]);
    expect(places.slice(1).filter((place) => !moved.has(place))).toEqual([]);
  });
});
