import { expect, it } from 'vitest';
import { matchAddress } from '../src/index.ts';

const HOMES = [{ uprn: 1, address: '12 OAK ROAD, XANBURY', postcode: 'XE1 1AA' }];
/** What grows with the square of the length takes minutes. */
const LONGEST_MS = 60_000;

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
])(
  'ten thousand characters of %j before an address are read in moments',
  { timeout: LONGEST_MS },
  (piece) => {
    const address = `${piece.repeat(10_000 / piece.length)}12 Oak Road`;
    expect(() => matchAddress({ address, postcode: 'XE1 1AA' }, HOMES)).not.toThrow();
  },
);
