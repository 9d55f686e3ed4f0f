import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabaseClock, createSteady } from '../src/http/health/database-clock.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

// The test sets the clock of the database; another clock stays unchanged.
const stepping = testClock();
const right_at = stepping.now();
const clock = { ...stepping, surely: () => right_at };

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database, clock, { webhooks_anywhere: true, messages_every_ms: 20 });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function left() {
  const { rows } = await database.db.query(
    `select (select array_agg(type) from webhook_deliveries where type in ('kept', 'old')) as deliveries,
            (select array_agg(purpose order by purpose) from watches) as watches,
            (select array_agg(idempotency_key order by idempotency_key) from idempotent_answers) as answers`,
  );
  return rows[0];
}

it('deletes no message, watch or stored answer, and repeats no charge, if a clock is ahead for a while', async () => {
  const { body: hook } = await api.call('/webhooks', { body: { url: 'http://127.0.0.1:9/' } });
  const watch = { webhook_id: hook.id, outcode: 'XE1', events: ['sold'] };
  await api.call('/watches', { body: { ...watch, purpose: 'kept', ends_on: '2026-11-30' } });
  await api.call('/watches', { body: { ...watch, purpose: 'over', ends_on: '2026-11-30' } });
  await database.db.query("update watches set ends_on = '2026-10-01' where purpose = 'over'");
  await database.db.query(
    `insert into webhook_deliveries (webhook_id, type, body, created_at, next_at)
     select $1, of, '{}', $2::timestamptz - days, $2::timestamptz + interval '1 year'
       from (values ('kept', interval '1 day'), ('old', interval '40 days')) v (of, days)`,
    [hook.id, right_at],
  );
  const { secret } = await api.newKey();
  const call = () =>
    api.call('/addresses/search?q=quaxley', { key: secret, headers: { 'Idempotency-Key': 'a-call' } });
  const first = await call();
  expect([first.status, first.headers.get('x-credits-charged')]).toEqual([200, '1']);

  stepping.advance(33 * DAY_MS);
  const again = await call();
  expect([again.status, again.headers.get('x-credits-charged')]).toEqual([200, '0']);
  await expect.poll(left).toEqual({ deliveries: ['kept'], watches: ['kept'], answers: ['a-call'] });
});

it('uses the earliest of its clocks for deletions, and accepts a step ahead only after a day', async () => {
  const slow = await createDatabaseClock(database.db, { now: () => right_at });
  expect(slow.surely()).toEqual(right_at);
  slow.stop();

  const steady = createSteady(1000);
  const read = (ahead_ms: number, at_ms: number) => {
    steady.read(ahead_ms, at_ms);
    return steady.ahead_ms;
  };
  expect(read(1500, HOUR_MS)).toBe(1500);
  expect(read(33 * DAY_MS, 2 * HOUR_MS)).toBe(1500);
  expect(read(1500 - DAY_MS, 3 * HOUR_MS)).toBe(1500 - DAY_MS);
  expect(read(1500, 4 * HOUR_MS)).toBe(1500 - DAY_MS);
  expect(read(1500, 27 * HOUR_MS)).toBe(1500 - DAY_MS);
  expect(read(1500, 28 * HOUR_MS)).toBe(1500);
});
