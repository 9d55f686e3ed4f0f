import { expect, it } from 'vitest';
import { csvTextOf, rowsOf } from './csv-text.ts';

it('loses no line of a list to a quotation mark that is never closed', () => {
  const rows = rowsOf(
    'id,address\n1,"9 Quaxley Street, Xanbury\n2,10 Quaxley Street\n3,"11 Quaxley"s Yard\n',
  );
  expect(rows.map(([id]) => id)).toEqual(['id', '1', '2', '3']);
  expect(rows[2]).toEqual(['2', '10 Quaxley Street']);
});

it('reads what it wrote, with quotation marks, commas and line ends in cells', () => {
  const rows = [
    ['id', 'address'],
    ['1', 'The "Old" Mill, Xanbury'],
    ['2', '9 Quaxley Street\nXanbury'],
    ['3', ''],
  ];
  expect(rowsOf(csvTextOf(rows))).toEqual(rows);
});
