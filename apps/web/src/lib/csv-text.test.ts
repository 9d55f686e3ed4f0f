import { expect, it } from 'vitest';
import { csvTextOf, rowsOf } from './csv-text.ts';

it('reads every line of a list even if a quotation mark is never closed', () => {
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

it('writes numbers with decimal commas if the separator is a semicolon, as spreadsheets do, and leaves texts unchanged', () => {
  const rows = [['9.5 High Street', 1267.5, -0.25, 12, '1.5']];
  expect(csvTextOf(rows, ';').trim()).toBe('9.5 High Street;"1267,5";"-0,25";12;1.5');
  expect(csvTextOf(rows).trim()).toBe('9.5 High Street,1267.5,-0.25,12,1.5');
});
