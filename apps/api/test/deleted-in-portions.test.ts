import { randomUUID } from 'node:crypto';
import { emptyDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deleteOldJobs } from '../src/jobs/delete-jobs.query.ts';
import { bringForward, deleteOldDeliveries } from '../src/webhooks/deliveries.query.ts';

const DELIVERIES = 10_500;
const PORTIONS = 500;
const clock = testClock();
let database: TestDatabase;
let api: TestApi;
let webhook: string;
let job: string;
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database, clock, { webhooks_anywhere: true });
  // A statement that deletes more rows would run into the time limit if the rows are long.
  for (const [table, most] of [
    ['webhook_deliveries', 10_000],
    ['job_results', 200],
  ])
    await database.db.query(`
      create function ${table}_at_once() returns trigger language plpgsql as $$
        begin
          if (select count(*) from gone) > ${most} then raise 'too many rows of ${table} in one statement'; end if;
          return null;
        end $$;
      create trigger at_once after delete on ${table} referencing old table as gone
        for each statement execute function ${table}_at_once();`);
  // The foreign key deletes the inputs of each.
  await database.db.query(`
    create function abandoned_at_once() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone where state = 'receiving') > 1 then raise 'too many uploads in one statement'; end if;
        return null;
      end $$;
    create trigger abandoned after delete on jobs referencing old table as gone
      for each statement execute function abandoned_at_once();`);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const left = async (table: string) =>
  (await database.db.query(`select count(*)::int as n from ${table}`)).rows[0].n;

beforeEach(async () => {
  webhook = (await api.call('/webhooks', { body: { url: 'http://127.0.0.1:9/' } })).body.id;
  const sent = [webhook, DELIVERIES, clock.now()];
  await database.db.query(
    `insert into webhook_deliveries (webhook_id, type, body, status, created_at)
     select $1, 'webhook.test', '{}', 'delivered', $3 from generate_series(1, $2)`,
    sent,
  );
  job = randomUUID();
  await database.db.query(
    `insert into jobs (id, account_id, key_id, operation, source, parameters, state, credit_ceiling, credits_at_most,
         created_at, run_at, finished_at)
     select $1, account_id, id, 'properties.get', 'items', '{}', 'done', 0, 0, $2, $2, $2 from api_keys limit 1`,
    [job, clock.now()],
  );
  await database.db.query(
    `insert into job_results (job_id, portion, first_index, lines)
     select $1, i, i * 50, '{}' from generate_series(0, $2 - 1) i`,
    [job, PORTIONS],
  );
});

it('deletes expired rows in statements of a bounded number of rows, and nothing else', async () => {
  await database.db.query(
    `insert into jobs (id, account_id, key_id, operation, source, parameters, state, credit_ceiling, credits_at_most,
         created_at, run_at)
     select gen_random_uuid(), account_id, id, 'properties.get', 'items', '{}', 'receiving', 0, 0, $1, $1
       from api_keys, generate_series(1, 3) where account_id = (select account_id from jobs limit 1)`,
    [clock.now()],
  );
  const uploads = await left("jobs where state = 'receiving'");
  expect(uploads).toBeGreaterThan(1);
  await deleteOldDeliveries(database.db, clock.now());
  await deleteOldJobs(database.db, clock.now());
  const tables = ['webhook_deliveries', 'jobs', 'job_results'];
  expect(await Promise.all(tables.map(left))).toEqual([DELIVERIES, 1 + uploads, PORTIONS]);
  clock.advance(31 * 24 * 3600 * 1000);
  await deleteOldDeliveries(database.db, clock.now());
  await deleteOldJobs(database.db, clock.now());
  expect(await Promise.all(tables.map(left))).toEqual([0, 0, 0]);
});

it('deletes an endpoint or a job on request in such statements too, with everything that belongs to it', async () => {
  const statuses = [];
  for (const path of [`/webhooks/${webhook}`, `/jobs/${job}`])
    for (let times = 0; times < 2; times++)
      statuses.push((await api.call(path, { method: 'DELETE' })).status);
  expect(statuses).toEqual([204, 404, 204, 404]);
  expect(await Promise.all(['webhook_deliveries', 'jobs', 'job_results'].map(left))).toEqual([0, 0, 0]);
});

it('makes deliveries due in such statements if they wait for a time too far ahead, and no others', async () => {
  await database.db.query(`
    create function made_due_at_once() returns trigger language plpgsql as $$
      begin
        if (select count(*) from brought) > 2000 then raise 'too many deliveries in one statement'; end if;
        return null;
      end $$;
    create trigger made_due after update on webhook_deliveries referencing new table as brought
      for each statement execute function made_due_at_once();
    update webhooks set status = 'off'`);
  const now = clock.now();
  const hours = (hours: number) => new Date(now.getTime() + hours * 3600 * 1000);
  await database.db.query(
    `insert into webhook_deliveries (webhook_id, type, body, created_at, next_at)
     select $1, 'webhook.test', '{}', $2, case when i <= 5000 then $4::timestamptz else $3 end
       from generate_series(1, 5003) i`,
    [webhook, now, hours(1), hours(30 * 24)],
  );
  await bringForward(database.db, { now, latest: hours(48) });
  const waiting = async () =>
    (
      await database.db.query(
        `select next_at, count(*)::int as n from webhook_deliveries where status = 'pending' group by 1 order by 1`,
      )
    ).rows;
  // The server may be marking some of them due meanwhile and hold locks on them; it leaves those that an attempt can
  // wait for.
  await expect.poll(waiting).toEqual([
    { next_at: now, n: 5000 },
    { next_at: hours(1), n: 3 },
  ]);
});
