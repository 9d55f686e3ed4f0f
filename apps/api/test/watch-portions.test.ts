import { createAccount } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { matchNextLoad, wholeLoads } from '../src/watches/match.query.ts';
import { deleteWebhook } from '../src/webhooks/webhooks.query.ts';

const CHANGES = 4;
/** The number of the change before the first one; after a restore the numbers continue from such a high one. */
const BEFORE = 1_000_000_000;
const clock = { now: () => new Date('2026-11-15T12:00:00Z') };
let database: TestDatabase;
let account_id: string;
beforeEach(async () => {
  await database?.drop();
  database = await emptyDatabase();
  account_id = await createAccount(database.db, 'watches', 'scale');
  await database.db.query(
    `insert into changes (seq, load_id, dataset, change, outcode, event, changed_at)
     select $3 + i, 7, 'price-paid', 'inserted', 'XE1', 'sold', $2 from generate_series(1, $1::int) i`,
    [CHANGES, clock.now(), BEFORE],
  );
  await database.db.query('update change_head set last_seq = $1', [BEFORE + CHANGES]);
  // Delays that simulate the changes of many watches: the more there are, the longer they take.
  await database.db.query(`
    create function slow() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.15 * (new.body::json -> 'data' ->> 'total')::int);
        return new;
      end $$;
    create trigger slow before insert on webhook_deliveries for each row execute function slow()`);
});
afterAll(() => database?.drop());

/** An endpoint with a watch of all the changes. */
async function watch(): Promise<string> {
  const { rows } = await database.db.query(
    `with endpoint as (
       insert into webhooks (account_id, url, secret) values ($1, 'http://127.0.0.1:9/', 'whsec_x') returning id)
     insert into watches (account_id, webhook_id, purpose, ends_on, events, outcode)
       select $1, id, 'a test', '2027-06-30', '{sold}', 'XE1' from endpoint returning webhook_id`,
    [account_id],
  );
  return rows[0].webhook_id;
}

it('reports each change once, in consecutive messages, if a load takes too long to be matched in one statement', async () => {
  await watch();
  const pace = { ...wholeLoads(), limit_ms: 500 };
  await expect(matchNextLoad(database.db, clock, pace)).rejects.toThrow('statement timeout');
  for (let tries = 0; tries < 30; tries++)
    if ((await matchNextLoad(database.db, clock, pace).catch(() => 0)) === null) break;
  const { rows } = await database.db.query('select body from webhook_deliveries');
  const told = rows.map(({ body }) => JSON.parse(body).data).sort((a, b) => a.since - b.since);
  expect(told.length).toBeGreaterThan(1);
  expect(told.flatMap(({ events }) => events.map(({ seq }: { seq: number }) => seq - BEFORE))).toEqual([
    1, 2, 3, 4,
  ]);
  const ends = told.map(({ events }) => events.at(-1).seq);
  expect(told.map(({ since }) => since)).toEqual([0, ...ends.slice(0, -1)]);
  for (const { total, events } of told) expect(events).toHaveLength(total);
});

it('notifies the other endpoints if some are deleted while a load is matched', async () => {
  const [first, second] = [await watch(), await watch()];
  const matched = matchNextLoad(database.db, clock);
  const asleep = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await database.db.query(asleep)).rowCount, { interval: 20 }).toBe(1);
  // The message to one endpoint is being written: its deletion waits until that has ended.
  const deleted = [first, second].map((id) => deleteWebhook(database.db, { id, account_id }));
  expect(await matched).toBeGreaterThan(0);
  expect(await Promise.all(deleted)).toEqual([true, true]);
});
