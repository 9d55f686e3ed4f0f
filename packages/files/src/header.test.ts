import { expect, it } from 'vitest';
import { columnsOf, namedPosition, positionOf } from './header.ts';

it.each([
  ['the very name before one that is spelled like it', ['post code', 'PostCode', 'Postcode'], 'Postcode', 2],
  ['the very name with blanks around it', ['Town', ' Postcode '], 'Postcode', 1],
  [
    'the first that differs in case, spaces and punctuation alone',
    ['Town', 'POST_CODE', 'post-code'],
    'Post code',
    1,
  ],
  ['none where only others are there', ['Town', 'Postcode of the owner'], 'Postcode', -1],
  ['none for a name of punctuation alone', ['--', 'Town'], '-', -1],
  ['one of punctuation alone by its very name', ['Town', '-'], '-', 1],
])('takes for a column that an operator names %s', (_, header, name, position) => {
  expect(namedPosition(header, name)).toBe(position);
});

it('knows a column by the first of the names that the file has, and of columns that share one the first', () => {
  const columns = columnsOf(['Town', 'POSTCODE', 'postcode', '', 'PCDS']);
  expect(positionOf(columns, ['pcd', 'postcode', 'town'])).toBe(1);
  expect(positionOf(columns, ['pcds', 'postcode'])).toBe(4);
  expect(positionOf(columns, ['uprn'])).toBe(-1);
  expect([...columns.values()]).toEqual([0, 1, 4]);
});
