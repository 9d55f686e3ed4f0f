import { describe, expect, it } from 'vitest';
import type { Evidence } from '../src/compare/compare.ts';
import { statusOf } from '../src/decide/status.ts';
import { matchAddress } from '../src/index.ts';

const homes = ['FLAT 1, 10 OAK ROAD', 'FLAT 2, 10 OAK ROAD', '12 OAK ROAD'].map((address, i) => ({
  uprn: i + 1,
  address: `${address}, XANBURY`,
  postcode: 'XE1 1AA',
}));

/** The evidence of a query and a home that agree in every part that both of them state. */
const AGREED = {
  number: 'exact',
  unit: 'exact',
  building: 'none',
  relation: 'none',
  postcode: 'exact',
  street_agreement: 1,
  building_agreement: null,
  locality_agreement: 1,
  added: 0,
  elsewhere: 0,
  other_name: false,
} as Evidence;

describe('the answer to a query that may mean several flats of a house', () => {
  it.each([
    'Flat, 10 Oak Road',
    'Flats 1-2, 10 Oak Road',
    'Flats 1-4, 10 Oak Road',
    'Flat 1; Flat 2, 10 Oak Road',
  ])('gives each flat of %s the same confidence above zero, and other homes next to none', (address) => {
    const { status, best, alternatives } = matchAddress(
      { address: `${address}, Xanbury`, postcode: 'XE1 1AA' },
      homes,
    );
    const ofTheHouse = [best!, ...alternatives].filter(({ candidate }) => candidate.uprn < 3);
    expect(status).toBe('ambiguous');
    expect(ofTheHouse.map(({ confidence }) => confidence)).toEqual([0.25, 0.25]);
    expect(alternatives.find(({ candidate }) => candidate.uprn === 3)?.confidence ?? 0).toBeLessThan(0.01);
  });
});

it('never matches a query to a home with another kind of unit, however sure the rest is', () => {
  const status = (unit: Evidence['unit']) =>
    statusOf({ evidence: { ...AGREED, unit }, score: 9, confidence: 0.99 }, undefined, 0);
  expect([status('exact'), status('unlike')]).toEqual(['matched', 'ambiguous']);
});
