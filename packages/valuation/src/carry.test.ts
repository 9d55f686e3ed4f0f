import { expect, it } from 'vitest';
import { carriedConfidence, mayCarry, monthsCarried, weaker } from './carry.ts';
import { intervalConfidence } from './interval-confidence.ts';

const index = { data_month: '2025-08' };

it('counts the months from the last month of an index to that of a day, and 0 before it', () => {
  const days = ['2024-01-31', '2025-08-31', '2025-09-01', '2026-02-28', '2026-03-01'];
  expect(days.map((day) => monthsCarried(index, day))).toEqual([0, 0, 1, 6, 7]);
  expect(monthsCarried({ data_month: '2025-08-01' }, '2025-12-31')).toBe(4);
});

it('carries an index forward by at most 18 months, and lowers the confidence by one class beyond 6', () => {
  expect(['2027-02-28', '2027-03-01'].map((day) => mayCarry(index, day))).toEqual([true, false]);
  for (const [months, ...expected] of [
    [6, 'High', 'Medium', 'Low'],
    [7, 'Medium', 'Low', 'Low'],
    [18, 'Medium', 'Low', 'Low'],
  ] as const)
    expect((['High', 'Medium', 'Low'] as const).map((one) => carriedConfidence(one, months))).toEqual(
      expected,
    );
});

it('allows High with an interval of up to 40 % of the value, and Medium with up to 80 %', () => {
  const beside = (confidence: 'High' | 'Medium' | 'Low', width: number) =>
    intervalConfidence(confidence, 100, { low: 100 - width / 2, high: 100 + width / 2 });
  expect([40, 42, 80, 82].map((width) => beside('High', width))).toEqual(['High', 'Medium', 'Medium', 'Low']);
  expect([42, 80, 82].map((width) => beside('Medium', width))).toEqual(['Medium', 'Medium', 'Low']);
  expect(beside('Low', 10)).toBe('Low');
  expect([weaker('High', 'Low'), weaker('Medium', 'High'), weaker('Low', 'Medium')]).toEqual([
    'Low',
    'Medium',
    'Low',
  ]);
});
