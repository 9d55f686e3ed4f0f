import { expect, it } from 'vitest';
import { columnsOf, namedPosition, positionOf } from './header.ts';

it.each([
  ['the exact name before a similar one', ['post code', 'PostCode', 'Postcode'], 'Postcode', 2],
  ['the exact name with spaces around it', ['Town', ' Postcode '], 'Postcode', 1],
  [
    'the first that differs only in case, spaces and punctuation',
    ['Town', 'POST_CODE', 'post-code'],
    'Post code',
    1,
  ],
  ['none if the header has only other names', ['Town', 'Postcode of the owner'], 'Postcode', -1],
  ['none for a name of punctuation alone', ['--', 'Town'], '-', -1],
  ['one of punctuation alone by its exact name', ['Town', '-'], '-', 1],
])('finds for the column that an operator names %s', (_, header, name, position) => {
  expect(namedPosition(header, name)).toBe(position);
});

it('finds a column by the first listed name that the file has, and the first of columns with the same name', () => {
  const columns = columnsOf(['Town', 'POSTCODE', 'postcode', '', 'PCDS']);
  expect(positionOf(columns, ['pcd', 'postcode', 'town'])).toBe(1);
  expect(positionOf(columns, ['pcds', 'postcode'])).toBe(4);
  expect(positionOf(columns, ['uprn'])).toBe(-1);
  expect([...columns.values()]).toEqual([0, 1, 4]);
});
