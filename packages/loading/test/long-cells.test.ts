import { crsOf } from '@domesday/geography/crs';
import { expect, it } from 'vitest';
import { withPostcode } from '../src/kinds/addresses/row.ts';
import { joinedAddress } from '../src/mapping-columns.ts';
import { postcodeAtEnd } from '../src/values.ts';

/** Work that grows with the square of the length takes minutes. */
const LONGEST_MS = 20_000;
/** The greatest length of a cell of a table. */
const LONG = 256 * 1024;
const cell = (part: string, end = 'x') => part.repeat(LONG / part.length) + end;

it.each<[string, () => unknown]>([
  ['an address', () => withPostcode(cell(', '), 'XE1 1AA')],
  ['the lines of an address', () => joinedAddress([cell(', ')])],
  ['an address before its postcode', () => postcodeAtEnd(cell(', ', 'x, XE1 1AA'))],
  ['a reference system', () => crsOf(cell('epsg'))],
])('%s of 256 KB is read without quadratic work', (_what, read) => {
  const began_ms = performance.now();
  read();
  expect(performance.now() - began_ms).toBeLessThan(LONGEST_MS);
});
