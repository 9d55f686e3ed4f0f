import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { domesday } from './domesday.ts';

let database: TestDatabase;
let account_id: string;
beforeAll(async () => {
  database = await emptyDatabase();
  account_id = await createAccount(database.db, 'a test', 'scale');
  const { id } = await createKey(database.db, { account_id, mode: 'live' });
  for (const statement of [
    `insert into account_months (account_id, month, credits_used) values ($1, ${MONTH}, 7)`,
    `insert into key_months (key_id, month, credits_used) values ($1, ${MONTH}, 7)`,
  ])
    await database.db.query(statement, [statement.includes('account_months') ? account_id : id]);
});
afterAll(() => database?.drop());
afterEach(() => {
  vi.useRealTimers();
});

const MONTH = `date_trunc('month', now() at time zone 'utc')`;
const DAY_MS = 86_400_000;

async function tell(...args: string[]) {
  const { code, out, err } = await domesday([...args, '--json'], { DATABASE_URL: database.url });
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

async function row(text: string, values: unknown[] = []) {
  return (await database.db.query(text, values)).rows[0];
}

it.each([-40, 40])(
  'uses the clock of the database if the clock of the machine is wrong by %s days',
  async (days) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    expect((await tell('accounts', 'credits', account_id)).credits_used).toBe(7);
    expect((await tell('accounts', 'credits', account_id)).keys[0].used_this_month).toBe(7);
    expect((await tell('accounts', 'list'))[0].credits_used).toBe(7);
    expect((await tell('keys', 'list'))[0].used_this_month).toBe(7);

    const { id } = await tell('webhooks', 'create', 'https://example.org/hook', '--account', account_id);
    await tell('webhooks', 'rotate', id, '--account', account_id);
    const rotated = await row(
      `select abs(extract(epoch from created_at - now())) < 3600 as made_now,
              old_secret_until between now() + interval '23 hours' and now() + interval '25 hours' as for_a_day
         from webhooks where id = $1`,
      [id],
    );
    expect(rotated).toEqual({ made_now: true, for_a_day: true });

    const { last_day } = await row(`select ((now() at time zone 'utc')::date + 5)::text as last_day`);
    const watch = ['--outcode', 'XE1', '--events', 'sold', '--purpose', 'a test', '--until', last_day];
    // No watch can be made before anything is loaded.
    await database.db.query(
      `insert into dataset_loads (dataset, uri, content_hash, status, licence, attribution, started_at)
       values ('price-paid', 'made-up.csv', 'x', 'published', 'x', 'x', now())`,
    );
    await tell('watches', 'create', '--account', account_id, '--webhook', id, ...watch);
    await database.db.query('delete from dataset_loads');

    await tell('build');
    const { of_today } = await row(
      `select bool_and(released_on between (now() at time zone 'utc')::date - 1 and (now() at time zone 'utc')::date) as of_today
         from releases`,
    );
    expect(of_today).toBe(true);
  },
  120_000,
);
