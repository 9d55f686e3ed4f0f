import { crsOf } from '@domesday/geography/crs';
import { expect, it } from 'vitest';
import { withPostcode } from '../src/kinds/addresses/row.ts';
import { joinedAddress } from '../src/mapping-columns.ts';
import { postcodeAtEnd } from '../src/values.ts';

/** What grows with the square of the length takes minutes. */
const LONGEST_MS = 20_000;
/** As long as a cell of a table may be. */
const LONG = 256 * 1024;
const cell = (part: string, end = 'x') => part.repeat(LONG / part.length) + end;

it.each<[string, () => unknown]>([
  ['an address', () => withPostcode(cell(', '), 'XE1 1AA')],
  ['the lines of an address', () => joinedAddress([cell(', ')])],
  ['an address before its postcode', () => postcodeAtEnd(cell(', ', 'x, XE1 1AA'))],
  ['a reference system', () => crsOf(cell('epsg'))],
])('%s of 256 KB is read in moments', (_what, read) => {
  const began_ms = performance.now();
  read();
  expect(performance.now() - began_ms).toBeLessThan(LONGEST_MS);
});
