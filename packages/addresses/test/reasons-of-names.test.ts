import { expect, it } from 'vitest';
import { matchAddress } from '../src/index.ts';

it.each([
  ['The Quax Health Centre', 'THE QUAX HEALTH CENTRE, THE QUAX HEALTH CENTRE, 7 ELM ROAD, XANBURY'],
  ['Quax Partners, Elm Avenue', 'QUAX PARTNERS, VEX HEALTH CENTRE, ELM AVENUE, XANBURY'],
  ['Quax Clinic, Elm on Sea', 'QUAX CLINIC, VEX MEDICAL CENTRE, 9 OAK ROAD, ELM ON SEA'],
  ['Quax Practice, Xanbury', 'QUAX PRACTICE, XANBURY HEALTH CENTRE, 14 ELM STREET, XANBURY'],
  ['Quax Brae Primary School', 'QUAX BRAE PRIMARY SCHOOL AND NURSERY CLASS, 6 ELM STREET, XANBURY'],
])('gives no reason against a match that agrees by name: %s', (address, home) => {
  const postcode = 'XE1 2AB';
  const { status, best } = matchAddress({ address, postcode }, [{ uprn: 1, address: home, postcode }]);
  expect(status).toBe('matched');
  expect(best!.reasons.filter((reason) => /^(street|building):different$/.test(reason))).toEqual([]);
});
