import { DayCheck } from '@domesday/loading/days';
import type { CopyValue } from '@domesday/loading/types';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../generated/registry.ts';

// In every dataset, an impossible day is refused or replaced by null, and the load reports it. All rows are made up.
const TODAY = new Date('2026-11-22T12:00:00Z');
const columns = Object.values(registry).flatMap((dataset) =>
  dataset.staging.flatMap((column, at) =>
    column.type.startsWith('date') ? [{ dataset, column, at, id: `${dataset.id}.${column.name}` }] : [],
  ),
);

/** The outcome for a day in a column: refused, replaced by null with a warning, or kept. */
function outcomeOf({ dataset, column, at }: (typeof columns)[number], day: string): string {
  const check = new DayCheck(dataset, TODAY);
  const row: CopyValue[] = dataset.staging.map(() => null);
  row[at] = day;
  const refusal = check.read(row);
  if (refusal !== null) return refusal === `${column.name} cannot be "${day}".` ? 'refused' : refusal;
  if (row[at] === day) return 'kept';
  const [note] = check.checks();
  return note?.detail ===
    `${column.name} is not stored for 1 row, because the date is impossible, such as ${day}.`
    ? 'left out'
    : 'lost without a note';
}

describe('every column of days, of every dataset', () => {
  it('is checked, except the days of licences, which are served as published', () => {
    expect(columns.length).toBeGreaterThan(25);
    const unchecked = columns.filter(({ column }) => column.days === 'as_published').map(({ id }) => id);
    expect(unchecked).toEqual(['hmo-register.issued', 'hmo-register.expires']);
  });

  it.each(columns.filter(({ column }) => column.days !== 'as_published'))(
    '$id rejects days in the year 201, in 3017 or with a five-digit year, and accepts yesterday and today',
    (found) => {
      for (const day of ['0201-05-13', '3017-03-02', '20170-01-01'])
        expect(['refused', 'left out']).toContain(outcomeOf(found, day));
      for (const day of ['2026-11-21', '2026-11-22']) expect(outcomeOf(found, day)).toBe('kept');
    },
  );

  it('rejects future days, except those of directions, tenancies, licences and closures', () => {
    const ahead = columns.filter((found) => outcomeOf(found, '2026-12-24') === 'kept').map(({ id }) => id);
    expect(new Set(ahead.map((id) => id.split('.')[1]))).toEqual(
      new Set(['designated_on', 'ended_on', 'let_on', 'started_on', 'issued', 'expires', 'closes_on']),
    );
  });
});

describe('a load of made-up files', () => {
  let s: Scratch;
  beforeAll(async () => {
    s = await scratch();
  });
  afterAll(() => s.drop());

  const sale = (n: number, day: string) =>
    `"{00000000-0000-0000-0000-00000000000${n}}","1000","${day} 00:00","XE1 1AA","T","N","F","${n}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;

  it('refuses a sale of the year 3017, so that it does not become the newest record', async () => {
    const loaded = await s.loadText('price-paid', sale(1, '2024-01-05') + sale(2, '3017-03-02'));
    expect(loaded).toMatchObject({ rows_published: 1, rows_rejected: 1, newest_record: '2024-01-05' });
    expect(loaded.reject_reasons).toEqual([{ reason: 'date cannot be "…".', rows: 1 }]);
  });

  it('stores an application decided in 3017 without that day, dates it by its other day, and warns', async () => {
    const record = (n: number, days: Record<string, string>) => ({
      name: `Made up/${n}`,
      uid: String(n),
      authority_name: 'Made up',
      address: 'Cod Lane XE1 1AA',
      description: 'A made-up porch',
      app_state: 'Permitted',
      ...days,
    });
    const text = JSON.stringify({
      records: [
        record(1, { start_date: '2024-02-01', decided_date: '3017-03-02' }),
        record(2, { start_date: '0201-02-01', decided_date: '2024-03-02' }),
      ],
    });
    const loaded = await s.loadText('planning-applications', text, { name: 'planit.json' });
    expect(loaded).toMatchObject({ rows_published: 2, rows_rejected: 0, newest_record: '2024-03-02' });
    const warnings = loaded.checks.filter(({ status }) => status === 'warn').map(({ detail }) => detail);
    expect(warnings).toContain(
      'decided is not stored for 1 row, because the date is impossible, such as 3017-03-02.',
    );
    expect(
      await s.rows(
        'select received::text, decided::text, day::text from planning_applications order by reference',
      ),
    ).toEqual([
      { received: '2024-02-01', decided: null, day: '2024-02-01' },
      { received: null, decided: '2024-03-02', day: '2024-03-02' },
    ]);
  });

  it('refuses crimes of a future month', async () => {
    const crimes = (month: string) =>
      `Crime ID,Month,Reported by,Falls within,Longitude,Latitude,Location,LSOA code,LSOA name,Crime type,Last outcome category,Context\n,${month},Made up,Made up,,,On or near,E01999001,Made up 001A,Burglary,,\n`;
    const error = await s
      .loadText('police-crime', crimes('3017-03'), { name: 'a-street.csv' })
      .catch((e) => e);
    expect(error.message).toContain('None of 1 row could be used');
    expect(
      (await s.loadText('police-crime', crimes('2024-01'), { name: 'b-street.csv' })).rows_published,
    ).toBe(1);
  });
});
