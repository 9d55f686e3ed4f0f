import { expect, test } from 'vitest';
import { alone } from '../src/lib/line.ts';
import { MEDIAN_TEXT } from '../src/lib/map-layers.ts';
import {
  address,
  british,
  count,
  day,
  decimal,
  moment,
  money,
  numbered,
  shortMoney,
} from '../src/lib/words.ts';

test('numbers and days are written as Intl writes them in British English', () => {
  const pounds = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    maximumFractionDigits: 0,
  });
  const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
  const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const values = [
    0, 0.04, 0.5, 0.95, 1, 9.99, 12.25, 999, 999.5, 1000, 12_345.67, 999_999.96, 1_234_567, 2e9,
  ];
  for (const value of values.flatMap((value) => [value, -value])) {
    expect(money(value)).toBe(pounds.format(value));
    expect(count(value)).toBe(whole.format(value));
    expect(decimal(value)).toBe(one.format(value));
  }
  const dates = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const days = new Intl.DateTimeFormat('en-GB', { ...dates, year: 'numeric' });
  const moments = new Intl.DateTimeFormat('en-GB', {
    ...dates,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  for (let i = 0; i < 500; i++) {
    const date = new Date(Date.UTC(1995, 0, 1) + i * 23.7 * 86_400_000);
    const iso = date.toISOString();
    expect(day(iso.slice(0, 10))).toBe(days.format(Date.parse(iso.slice(0, 10))));
    expect(day(iso)).toBe(days.format(date));
    expect(moment(iso)).toBe(`${moments.format(date)} UTC`);
  }
});

test('a count of one is in the singular', () => {
  expect([0, 1, 2, 1200].map((n) => numbered(n, 'sale'))).toEqual([
    '0 sales',
    '1 sale',
    '2 sales',
    '1,200 sales',
  ]);
});

test('an address in capitals is written in title case, even with an apostrophe', () => {
  expect(
    ["1 ST JOHN'S ROAD", 'QUEEN’S COURT', "O'NEIL WAY", 'STOKE-ON-TRENT (FLAT 2A)'].map(address),
  ).toEqual(["1 St John's Road", 'Queen’s Court', "O'Neil Way", 'Stoke-On-Trent (Flat 2A)']);
});

test('short amounts from a thousand thousands on are in millions', () => {
  const values = [999, 999.6, 1000, 12_340, 999_499, 999_950, 1_000_000];
  expect(values.map(shortMoney)).toEqual(['£999', '£1k', '£1k', '£12.34k', '£999k', '£1m', '£1m']);
});

/**
 * The text that the map shows for a median. Implements the few operators of the expression, as MapLibre evaluates them.
 */
function evaluated(expression: unknown, median: number): string | number | boolean {
  if (!Array.isArray(expression)) return expression as string | number;
  const [operator, ...operands] = expression;
  if (operator === 'get') return median;
  const values = operands.map((one) => evaluated(one, median));
  const [a, b, c] = values as [number, number, number];
  if (operator === '<') return a < b;
  if (operator === '/') return a / b;
  if (operator === 'round') return Math.round(a);
  if (operator === 'concat') return values.map(String).join('');
  if (operator === 'case') return a ? b : c;
  throw new Error(`unknown operator ${operator}`);
}

test('a median on the map is in thousands and, from a million up, in millions, as in the legend', () => {
  const values = [85_250, 999_499, 999_500, 1_000_000, 1_234_567, 12_345_678];
  const texts = values.map((median) => evaluated(MEDIAN_TEXT, median));
  expect(texts).toEqual(['£85k', '£999k', '£1m', '£1m', '£1.23m', '£12.35m']);
  expect(texts.slice(1)).toEqual(values.slice(1).map(shortMoney));
});

test('days, months and metres in texts of the API are written as elsewhere in the portal, and codes stay unchanged', () => {
  const texts = {
    'Sales are loaded to 2026-09-30: later months are left out.':
      'Sales are loaded to 30 Sept 2026: later months are left out.',
    'No loaded file has 2026-04, 2026-05 of Gwynxal Police.':
      'No loaded file has Apr 2026, May 2026 of Gwynxal Police.',
    '1000 m around UPRN 998000000005': '1,000 m around UPRN 998000000005',
    '250 m around 53.8921, 1.4899': '250 m around 53.8921, 1.4899',
    'The year 2025-26 of E06999001, with 2021 and LA2026-01':
      'The year 2025-26 of E06999001, with 2021 and LA2026-01',
  };
  for (const [given, told] of Object.entries(texts)) expect(british(given)).toBe(told);
});

test('a known figure between two unknown ones is drawn as a point, whatever days other lines add', () => {
  expect(alone([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(alone([null, 1, null])).toEqual([1]);
  expect(alone([1, undefined, 2, null, undefined, 3])).toEqual([5]);
  expect(alone([null, undefined])).toEqual([]);
});
