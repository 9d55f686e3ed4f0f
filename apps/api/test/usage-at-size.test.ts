import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecount } from '../src/accounts/recount.ts';
import { monthsCountedWrongly, usageByDay, usageSums } from '../src/domains/account/usage.query.ts';
import { countedPeriod } from '../src/domains/account/usage-period.ts';
import { rowsRead } from './rows-read.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

describe('the usage of an account with many charges', () => {
  const CHARGES_A_DAY = 1000;
  const period = { key_id: null, from: '2026-05-01', to: '2026-07-31', open: '2026-07-31' };
  let account_id: string;
  let key_id: string;
  beforeAll(async () => {
    ({ account_id, key_id } = await api.newKey());
    const { db } = database;
    await db.query(
      `insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
       select t, date_trunc('month', t at time zone 'UTC'), $1, $2, 'properties.get', 2, 'much ' || t
         from generate_series('2026-05-01T00:00:00Z'::timestamptz, '2026-07-31T23:59:59Z',
                              interval '1 day' / $3::integer) t`,
      [account_id, key_id, CHARGES_A_DAY],
    );
    await db.query(
      `insert into usage_days (key_id, day, operation, calls, credits, ok, latency_buckets, last_used_at)
       select key_id, (charged_at at time zone 'UTC')::date, operation, count(*), sum(credits), count(*), '{}',
              max(charged_at)
         from ledger where account_id = $1 group by 1, 2, 3`,
      [account_id],
    );
    await db.query(
      `insert into key_months (key_id, month, credits_used)
       select key_id, month, sum(credits) from ledger where account_id = $1 group by 1, 2`,
      [account_id],
    );
    await db.query("select brin_summarize_new_values('ledger_charged_at')");
    for (const table of ['ledger', 'usage_days', 'key_months']) await db.query(`analyze ${table}`);
  });

  const credits = async (day: string) => {
    const rows = await usageByDay.rows(database.db, { account_id, ...period });
    return rows.find((row) => row.day === day)!.credits;
  };

  it.each(['custom', 'generic'] as const)(
    'reads little more of the ledger than the charges since midnight, with a %s plan',
    async (plan) => {
      const values = { account_id, ...period };
      // The index of times finds the pages of a day and the pages around them.
      expect(await rowsRead(database.db, 'ledger', usageSums, values, plan)).toBeLessThan(6 * CHARGES_A_DAY);
      expect(await rowsRead(database.db, 'ledger', usageByDay, values, plan)).toBeLessThan(6 * CHARGES_A_DAY);
    },
  );

  it.each([
    ['lost', 'today', '2026-07-31', -5],
    ['lost', 'in the month of today', '2026-07-15', -5],
    ['lost', 'in a month before', '2026-06-15', -5],
    ['counted and lost in a failover', 'today', '2026-07-31', 5],
    ['counted and lost in a failover', 'in a month before', '2026-06-15', 5],
  ])('agrees with the ledger if charges were %s %s', async (_, _when, day, difference) => {
    const { db } = database;
    const count = (by: number) =>
      db.query('update usage_days set credits = credits + $3 where key_id = $1 and day = $2', [
        key_id,
        day,
        by,
      ]);
    await count(difference);
    try {
      expect(await credits(day)).toBe(2 * CHARGES_A_DAY);
    } finally {
      await count(-difference);
    }
  });

  it.each([
    ['at the midnight after', '2026-07-31T00:00:00Z', '2026-07-30'],
    ['in the hour after it', '2026-07-31T00:59:59Z', '2026-07-30'],
    ['before anything recounts it', '2026-07-31T01:00:00Z', '2026-07-30'],
    ['months later', '2026-07-31T12:00:00Z', '2026-05-04'],
  ])('reads little of the ledger if a killed process lost counts of a day, %s', async (_, now, day) => {
    const { db } = database;
    await db.query('update usage_days set credits = 10, calls = 5 where key_id = $1 and day = $2', [
      key_id,
      day,
    ]);
    const clock = testClock(now);
    const recount = createRecount(db, clock.now, (step) => step().then(() => {}));
    try {
      const asked = { account_id, key_id: null, from: '2026-05-01', to: '2026-07-31' };
      const usage = { record: () => {}, flush: async () => {}, stop: async () => {} };
      const read = { ...(await countedPeriod({ db, clock, usage, recount }, asked)) };
      const rows = await usageByDay.rows(db, read);
      expect(rows.find((row) => row.day === day)).toMatchObject({
        calls: CHARGES_A_DAY,
        credits: 2 * CHARGES_A_DAY,
      });
      for (const of of [usageSums, usageByDay, monthsCountedWrongly])
        expect(await rowsRead(database.db, 'ledger', of, read)).toBeLessThan(8 * CHARGES_A_DAY);
    } finally {
      recount.stop();
      await db.query('update usage_days set credits = 2 * $3, calls = $3 where key_id = $1 and day = $2', [
        key_id,
        day,
        CHARGES_A_DAY,
      ]);
    }
  });
});

it('recounts a day with lost counts within an hour after it, and then reads little of the ledger again', async () => {
  const { db } = database;
  const { account_id, key_id } = await api.newKey();
  const charge = (at: string, charges: number) =>
    db.query(
      `with new as (
         insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
         select $3::timestamptz, date_trunc('month', $3 at time zone 'UTC'), $1, $2, 'risks.get', 3, 'lost ' || $3 || i
           from generate_series(1, $4) i returning credits, month)
       insert into key_months select $2, month, sum(credits) from new group by month
         on conflict (key_id, month) do update set credits_used = key_months.credits_used + excluded.credits_used`,
      [account_id, key_id, at, charges],
    );
  await charge('2025-03-20T23:59:59.9Z', 400);
  await charge('2025-03-21T00:00:00Z', 30);
  await charge('2025-03-21T23:59:59.999Z', 10);
  // On the second day six calls were counted, and two calls that were free.
  await db.query(
    `insert into usage_days (key_id, day, operation, calls, credits, ok, client_errors, latency_buckets, last_used_at)
     values ($1, '2025-03-21', 'risks.get', 8, 18, 6, 2, array_fill(4::bigint, array[21]), '2025-03-21T09:00:00Z')`,
    [key_id],
  );
  const period = { account_id, key_id: null, from: '2025-03-01', to: '2025-03-31', open: '2025-03-22' };
  const told = async () =>
    (await usageByDay.rows(db, period)).map(({ day, calls, credits }) => ({ day, calls, credits }));
  const days = [
    { day: '2025-03-20', calls: 400, credits: 1200 },
    { day: '2025-03-21', calls: 40, credits: 120 },
  ];
  expect(await told()).toEqual(days);
  const clock = testClock('2025-03-22T00:59:59Z');
  const recount = createRecount(db, clock.now, (step) => step().then(() => {}));
  await recount.look();
  const read = await rowsRead(database.db, 'ledger', usageByDay, period);
  clock.advance(2000);
  await recount.look();
  recount.stop();
  expect(await told()).toEqual(days);
  // The charges of the month are no longer read; they were read before that hour.
  expect(await rowsRead(database.db, 'ledger', usageByDay, period)).toBe(read - 440);
  const { rows } = await db.query(
    'select ok, client_errors, latency_buckets[1] as first, cardinality(latency_buckets) as buckets from usage_days where key_id = $1 order by day',
    [key_id],
  );
  expect(rows).toEqual([
    { ok: 400, client_errors: 0, first: 0, buckets: 21 },
    { ok: 40, client_errors: 2, first: 4, buckets: 21 },
  ]);
});
