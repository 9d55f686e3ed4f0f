import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('defuses each text that a spreadsheet would run, and leaves numbers and other text as they are', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a=b', ' =x', ''];
  const [, ...lines] = csvOf(
    ['v'],
    texts.map((v) => ({ v })),
  ).split('\r\n');
  expect(lines).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", '"\'\rx"', 'a=b', ' =x', '', '']);
  expect(csvOf(['v'], [{ v: -1 }, { v: null }])).toBe('v\r\n-1\r\n\r\n');
});

it('quotes what would end a cell or a row, and doubles the quotes in it', () => {
  expect(csvOf(['a', 'b'], [{ a: 'x,y', b: 'say "no"\nthen' }])).toBe('a,b\r\n"x,y","say ""no""\nthen"\r\n');
});
