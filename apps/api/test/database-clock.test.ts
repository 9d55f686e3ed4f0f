import { createPool } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { monthOf } from '../src/accounts/month.ts';
import { createDatabaseClock } from '../src/http/health/database-clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('takes the month from the database, however wrong the clock of the machine is', async () => {
  const { rows } = await database.db.query(`select to_char(now() at time zone 'utc', 'YYYY-MM-01') as month`);
  for (const wrong of ['1999-01-31T23:59:59Z', '2031-07-01T00:00:00Z']) {
    const clock = await createDatabaseClock(database.db, { now: () => new Date(wrong) });
    const said = monthOf(clock.now());
    clock.stop();
    const { rows: later } = await database.db.query(
      `select to_char(now() at time zone 'utc', 'YYYY-MM-01') as month`,
    );
    expect([rows[0].month, later[0].month]).toContain(said);
  }
});

it('uses the clock of the machine until the database first answers', async () => {
  const nobody = createPool('postgres://nobody@127.0.0.1:1/none', { connection_timeout_ms: 500 });
  const clock = await createDatabaseClock(nobody, { now: () => new Date('2031-07-15T12:00:00Z') });
  expect(monthOf(clock.now())).toBe('2031-07-01');
  clock.stop();
  await nobody.end();
});
