import { expect, it } from 'vitest';
import { matchAddress } from '../src/index.ts';

const HOMES = [{ uprn: 1, address: '12 OAK ROAD, XANBURY', postcode: 'XE1 1AA' }];
/** A second run on a slow machine; what grows with the square of the length takes minutes. */
const MOST_MS = 3000;

it.each([
  '<b',
  ' ',
  ', ',
  '12',
  '12 ',
  'A1',
  'c/o ',
  '&amp;',
  '(',
  'Flat 1, ',
  '0O',
  "'",
  '-',
  '1-',
  '/',
  ', near the a',
  'chain free ',
  'leave in ',
  '12 oak road ',
  '3 bed semi ',
])('ten thousand characters of %j before an address are read in moments', (piece) => {
  const began = performance.now();
  const address = `${piece.repeat(10_000 / piece.length)}12 Oak Road`;
  expect(() => matchAddress({ address, postcode: 'XE1 1AA' }, HOMES)).not.toThrow();
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});
