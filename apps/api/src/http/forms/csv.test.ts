import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('escapes each text that a spreadsheet would run as a formula, and leaves numbers and other texts unchanged', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0=1', '\uFF1D1', 'a=b', ' =x', ''];
  const [, ...lines] = csvOf(
    ['v'],
    texts.map((v) => ({ v })),
  ).split('\r\n');
  const defused = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", '"\'\rx"', '"\'\nx"', "'\0=1", "'\uFF1D1"];
  expect(lines).toEqual([...defused, 'a=b', ' =x', '', '']);
  expect(csvOf(['v'], [{ v: -1 }, { v: null }])).toBe('v\r\n-1\r\n\r\n');
});

it('quotes a cell that contains a comma, a quote or a line break, and doubles its quotes', () => {
  expect(csvOf(['a', 'b'], [{ a: 'x,y', b: 'say "no"\nthen' }])).toBe('a,b\r\n"x,y","say ""no""\nthen"\r\n');
});
