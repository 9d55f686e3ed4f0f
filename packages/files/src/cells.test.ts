import { expect, it } from 'vitest';
import { columnOf, csvField, dayOf, numberText } from './cells.ts';

it('reads the day of a serial number by the calendar of its workbook, without its time', () => {
  expect(['45000', '45000.99', '1', '-1'].map((serial) => dayOf(serial, false))).toEqual([
    '2023-03-15',
    '2023-03-15',
    '1899-12-31',
    '1899-12-29',
  ]);
  expect(['43538', '0'].map((serial) => dayOf(serial, true))).toEqual(['2023-03-15', '1904-01-01']);
});

it('leaves a text unchanged that is no serial number of a day', () => {
  const texts = ['', 'June 2023', 'Infinity', '1e99'];
  expect(texts.map((text) => dayOf(text, false))).toEqual(texts);
});

it('writes a whole number with all its digits, however a program stored it, and leaves other texts unchanged', () => {
  expect(['12345.0', '1.00023336956E11', '-2e3', '12.50', '007', '1E99', 'E1'].map(numberText)).toEqual([
    '12345',
    '100023336956',
    '-2000',
    '12.50',
    '007',
    '1E99',
    'E1',
  ]);
});

it('finds the column of a cell reference, and quotes a CSV field that needs it', () => {
  expect(['A1', 'Z9', 'AA10', 'AZ1', 'XFD1048576'].map(columnOf)).toEqual([1, 26, 27, 52, 16_384]);
  expect(['a b', 'a,b', 'a"b', 'a\nb', 'a\rb'].map(csvField)).toEqual([
    'a b',
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    '"a\rb"',
  ]);
});
