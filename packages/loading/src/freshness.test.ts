import { expect, it } from 'vitest';
import { freshnessOf, servedStates } from './freshness.ts';

const loaded = (release: string | null, rows: number, newest_record: string | null = null, load_id = 1) => ({
  dataset: 'made-up',
  load_id,
  release,
  rows,
  newest_record,
  finished_at: new Date('2026-09-05T00:00:00Z'),
});
const stateOf = (...loads: ReturnType<typeof loaded>[]) => servedStates(loads as never).get('made-up');
const monthly = { cadence_days: 31, delay_days: 0, dated_by: 'release' } as const;
const on = (day: string) => Date.parse(`${day}T00:00:00Z`);

it('calls a release stale once the next is late by a quarter of its cadence, or by seven days', () => {
  const state = stateOf(loaded('2026-08', 10));
  expect(freshnessOf(monthly, state, on('2026-10-08'))).toMatchObject({
    state: 'fresh',
    next_expected: '2026-10-01',
  });
  expect(freshnessOf(monthly, state, on('2026-10-09'))).toMatchObject({ state: 'stale' });
  const weekly = { ...monthly, cadence_days: 7 };
  expect(['2026-09-14', '2026-09-15'].map((day) => freshnessOf(weekly, state, on(day)).state)).toEqual([
    'fresh',
    'stale',
  ]);
  const late = { ...monthly, delay_days: 30 };
  expect(freshnessOf(late, state, on('2026-11-07'))).toMatchObject({
    state: 'fresh',
    next_expected: '2026-10-31',
  });
  const yearly = { ...monthly, cadence_days: 366 };
  expect(freshnessOf(yearly, stateOf(loaded('2025', 10)), on('2027-01-01')).next_expected).toBe('2027-01-01');
});

it('allows a tenth of the rows to be of an old or an unknown release, and no more', () => {
  const old = (rows: number) => stateOf(loaded('2026-08', 1000 - rows), loaded('2025-01', rows, null, 2));
  expect([100, 101].map((rows) => freshnessOf(monthly, old(rows), on('2026-09-10')).state)).toEqual([
    'fresh',
    'stale',
  ]);
  const undated = (rows: number) => stateOf(loaded('2026-08', 1000 - rows), loaded(null, rows, null, 2));
  expect([100, 101].map((rows) => freshnessOf(monthly, undated(rows), on('2026-09-10')).state)).toEqual([
    'fresh',
    'not_judged',
  ]);
  const newest = { ...monthly, dated_by: 'newest_release' } as const;
  expect(freshnessOf(newest, old(900), on('2026-09-10')).state).toBe('fresh');
});

it('judges by the newest record if that dates a dataset, and judges no dataset without cadence, rows or dates', () => {
  const records = { ...monthly, dated_by: 'records' } as const;
  const state = stateOf(loaded('2026-08', 10, '2026-08-20'), loaded('2026-07', 10, '2026-07-31', 2));
  expect(freshnessOf(records, state, on('2026-09-27'))).toMatchObject({
    state: 'fresh',
    next_expected: '2026-09-20',
  });
  expect(freshnessOf(records, state, on('2026-09-29'))).toMatchObject({
    state: 'stale',
    reason: 'The newest record is of 2026-08-20.',
  });
  const states = [
    freshnessOf(records, stateOf(loaded('2026-08', 10)), on('2026-09-01')),
    freshnessOf({ ...monthly, cadence_days: null }, state, on('2036-09-01')),
    freshnessOf(monthly, stateOf(loaded('2026-08', 0)), on('2026-09-01')),
    freshnessOf(monthly, undefined, on('2026-09-01')),
  ];
  expect(states.map((one) => one.state)).toEqual(['not_judged', 'not_judged', 'missing', 'missing']);
});
