import { describe, expect, it } from 'vitest';
import { matchAddress } from '../src/index.ts';

const homes = ['FLAT 1, 10 OAK ROAD', 'FLAT 2, 10 OAK ROAD', '12 OAK ROAD'].map((address, i) => ({
  uprn: i + 1,
  address: `${address}, XANBURY`,
  postcode: 'XE1 1AA',
}));

describe('an answer that leaves open which flat of a house is meant', () => {
  it.each([
    'Flat, 10 Oak Road',
    'Flats 1-2, 10 Oak Road',
    'Flats 1-4, 10 Oak Road',
    'Flat 1; Flat 2, 10 Oak Road',
  ])('gives each flat of %s the same confidence above zero, and no other home', (address) => {
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
