import { expect, it } from 'vitest';
import { addDays, daysBetween, monthsBefore, wholeMonth } from './dates.ts';
import { confidenceKnown, shareKnown } from './known-period.ts';

it('goes back by months to the same day, or to the last day of a shorter month', () => {
  const before = (day: string, months: number) => monthsBefore(day, months);
  expect([before('2026-05-31', 3), before('2024-05-31', 3), before('2026-03-30', 1)]).toEqual([
    '2026-02-28',
    '2024-02-29',
    '2026-02-28',
  ]);
  expect([before('2026-01-15', 1), before('2026-12-31', 12), before('2026-07-31', 1)]).toEqual([
    '2025-12-15',
    '2025-12-31',
    '2026-06-30',
  ]);
});

it('counts days across the ends of months and years and across clock changes', () => {
  expect([addDays('2026-12-31', 1), addDays('2024-03-01', -1), addDays('2026-03-28', 2)]).toEqual([
    '2027-01-01',
    '2024-02-29',
    '2026-03-30',
  ]);
  expect([daysBetween('2026-03-28', '2026-03-30'), daysBetween('2026-10-26', '2026-10-24')]).toEqual([2, -2]);
  expect([wholeMonth('2024-02-10'), wholeMonth('2026-12-31')]).toEqual([
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2026-12-01', to: '2026-12-31' },
  ]);
});

it('treats a period as known up to three months after the newest record, and lowers the confidence below that', () => {
  const year = { from: '2025-10-01', to: '2026-10-01' };
  const known = (told: Partial<typeof year>) => shareKnown(year, { ...year, ...told });
  expect([known({}), known({ to: '2026-07-01' }), known({ from: '2020-01-01' })]).toEqual([1, 1, 1]);
  expect([known({ to: '2026-06-30' }), known({ from: '2026-04-01' })]).toEqual([272 / 365, 183 / 365]);
  expect(known({ from: '2026-11-01', to: '2026-12-01' })).toBe(0);
  const classes = (share: number) =>
    (['High', 'Medium', 'Low'] as const).map((one) => confidenceKnown(one, share));
  expect([classes(1), classes(0.99), classes(0.5), classes(0.499)]).toEqual([
    ['High', 'Medium', 'Low'],
    ['Medium', 'Low', 'Low'],
    ['Medium', 'Low', 'Low'],
    ['Low', 'Low', 'Low'],
  ]);
});
