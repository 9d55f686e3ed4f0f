import { expect, it } from 'vitest';
import type { AuthorityRow } from './applications.query.ts';
import { beginsAfter, hasEnded, lackOfAuthority, lackOfSource } from './completeness.ts';

/** What a source holds of a made-up authority: all of its applications of three years. */
const whole = {
  authority_code: 'E06999001',
  applications: 1234,
  stated: null,
  held: null,
  parts: null,
  oldest_application: '2023-11-01',
  newest_application: '2026-11-01',
} as AuthorityRow;
const row = (other: Partial<AuthorityRow>) => ({ ...whole, ...other });
const TODAY = '2026-12-01';

it('says what a source lacks: applications that its files announce, parts of the authority, most of a year, or recent days', () => {
  expect(lackOfSource(whole, TODAY)).toBeNull();
  expect(lackOfSource(row({ stated: 1749, held: 1234 }), TODAY)).toBe(
    'The files loaded state 1,749 applications and hold 1,234.',
  );
  expect([49, 50].map((applications) => lackOfSource(row({ applications }), TODAY))).toEqual([
    'The files loaded hold 49 of its applications, fewer than an authority has in a year.',
    null,
  ]);
  expect(lackOfSource(row({ parts: ['Newshire', 'Oldshire'] }), TODAY)).toBe(
    'The files loaded tell of Newshire and Oldshire alone, which became a part of it: the rest of it is not known.',
  );
  const ends = (newest_application: string | null) => hasEnded(row({ newest_application }), TODAY);
  expect([ends('2026-10-02'), ends('2026-10-01'), ends(null)]).toEqual([false, true, true]);
});

it('treats an authority as complete if one of its sources is, and as not judged if it has none', () => {
  const ended = row({ newest_application: '2025-01-01' });
  const of = (rows: AuthorityRow[]) => lackOfAuthority(rows, 'E06999001', TODAY);
  expect(of([ended, whole])).toBeNull();
  expect(of([ended, row({ authority_code: 'E06999002' })])).toContain('is of 2025-01-01.');
  expect(of([])).toBeNull();
});

it('gives the day from which applications are known if it is more than 60 days after the requested start', () => {
  const begins = (...days: (string | null)[]) =>
    beginsAfter(
      days.map((oldest_application) => row({ oldest_application })),
      '2026-01-01',
    );
  expect([begins('2026-03-02'), begins('2026-03-03'), begins('2026-06-01', '2026-04-01')]).toEqual([
    null,
    '2026-03-03',
    '2026-04-01',
  ]);
  expect([begins(), begins(null), begins('2026-06-01', '2025-06-01')]).toEqual([null, null, null]);
});
