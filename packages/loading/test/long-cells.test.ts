import { crsOf } from '@domesday/geography/crs';
import { expect, it } from 'vitest';
import { withPostcode } from '../src/kinds/addresses/row.ts';
import { joinedAddress } from '../src/mapping-columns.ts';
import { postcodeAtEnd } from '../src/values.ts';

/** Work that grows with the square of the length takes minutes, so the runner ends it here. */
const LONGEST_MS = 60_000;
/** The greatest length of a cell of a table. */
const LONG = 256 * 1024;
const cell = (part: string, end = 'x') => part.repeat(LONG / part.length) + end;

it.each<[string, () => unknown, unknown]>([
  ['an address', () => withPostcode(cell(', '), 'XE1 1AA'), `${cell(', ', 'X')}, XE1 1AA`],
  ['the lines of an address', () => joinedAddress([cell(', ')]), cell(', ')],
  ['an address before its postcode', () => postcodeAtEnd(cell(', ', 'x, XE1 1AA'))?.postcode, 'XE1 1AA'],
  ['a reference system', () => crsOf(cell('epsg')), 'unknown'],
])('%s of 256 KB is read without quadratic work', { timeout: LONGEST_MS }, (_what, read, result) => {
  expect(read()).toBe(result);
});
