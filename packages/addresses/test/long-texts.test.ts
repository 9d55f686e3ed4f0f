import { expect, it } from 'vitest';
import { matchAddress, prepareQuery } from '../src/index.ts';
import { withOneName } from '../src/text/contact.ts';
import { EVERY_SIGN } from '../src/text/given-signs.ts';

const HOMES = [{ uprn: 1, address: '12 OAK ROAD, XANBURY', postcode: 'XE1 1AA' }];
/** Work that grows with the square of the length of the text takes minutes, so it exceeds this limit. */
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
  'reads ten thousand characters of %j before an address without quadratic work',
  { timeout: LONGEST_MS },
  (piece) => {
    const address = `${piece.repeat(10_000 / piece.length)}12 Oak Road`;
    expect(() => matchAddress({ address, postcode: 'XE1 1AA' }, HOMES)).not.toThrow();
  },
);

it.each(['12 Oak Road, ', 'Flat 1, 12 Oak Road formerly ', '1 (formerly '])(
  'reads a cell of 250,000 characters after %j without quadratic work, and does not match it',
  { timeout: LONGEST_MS },
  (address) => {
    for (const piece of ['(', ' ', '\n', '1(', 'a@b.c ', ', ', 'formerly ', '1 & 2 ']) {
      const cell = `${address}${piece.repeat(250_000 / piece.length)}, XE1 1AA`;
      expect(prepareQuery(cell, 'XE1 1AA').every(({ several }) => several)).toBe(true);
      expect(matchAddress({ address: cell, postcode: 'XE1 1AA' }, HOMES).status).not.toBe('matched');
    }
  },
);

it('reads blanks and brackets before a former name once, not again from each of them', {
  timeout: LONGEST_MS,
}, () => {
  const address = `12 Oak Road${'( '.repeat(250_000)}x, formerly 14`;
  expect(() => withOneName(address, EVERY_SIGN)).not.toThrow();
});
