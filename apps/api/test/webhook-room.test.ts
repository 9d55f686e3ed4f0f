import { createAccount, createKey, setRevoked } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeliverer } from '../src/webhooks/deliver.ts';

const { now } = testClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

/** The id of an account with this many endpoints at an address; ten messages are due to each of them. */
async function accountWith(endpoints: number, url: string): Promise<string> {
  const account_id = await createAccount(database.db, 'made up', 'scale');
  await database.db.query(
    `with made as (
       insert into webhooks (account_id, url, secret, created_at)
         select $1, $2, 'whsec_', $4 from generate_series(1, $3) returning id)
     insert into webhook_deliveries (webhook_id, type, body, created_at, next_at)
       select id, 'webhook.test', '{}', $4, $4 from made, generate_series(1, 10)`,
    [account_id, url, endpoints, now()],
  );
  return account_id;
}

const sending = { log: pino({ level: 'silent' }), now, onSent: () => {} };

it('leaves connections for other accounts if all endpoints of some accounts are slow', async () => {
  for (const name of ['first', 'second', 'third']) await accountWith(20, name);
  await accountWith(2, 'other');
  const under_way = { first: 0, second: 0, third: 0, other: 0 };
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  const deliverer = createDeliverer({
    ...{ ...sending, db: database.db },
    post: async (url) => {
      under_way[url as keyof typeof under_way]++;
      await answered;
      return { status: 204, retry_after: null };
    },
  });
  while ((await deliverer.begin()) > 0);
  // One to each endpoint of an account, or a few to a single endpoint.
  expect(under_way).toEqual({ first: 20, second: 20, third: 20, other: 8 });
  answer();
  await deliverer.allEnded();
});

it('sends first to an account without a message in flight, even if messages of others have waited longer', async () => {
  for (let i = 0; i < 6; i++) await accountWith(20, 'slow');
  const wakes: (() => void)[] = [];
  const urls: string[] = [];
  let at = now();
  const deliverer = createDeliverer({
    ...{ ...sending, db: database.db, now: () => at },
    post: async (url) => {
      urls.push(url);
      await new Promise<void>((done) => wakes.push(done));
      return { status: 500, retry_after: null };
    },
  });
  while ((await deliverer.begin()) > 0);
  expect(urls.splice(0)).toHaveLength(100);
  const quick = await accountWith(1, 'quick');
  const later = "update webhook_deliveries d set next_at = d.next_at + interval '1 minute' from webhooks w";
  await database.db.query(`${later} where w.id = d.webhook_id and w.account_id = $1`, [quick]);
  at = new Date(at.getTime() + 60_000);
  wakes[0]!();
  await deliverer.someEnded();
  while ((await deliverer.begin()) > 0);
  expect(urls).toEqual(['quick']);
  for (const wake of wakes) wake();
  await deliverer.allEnded();
});

it('holds the messages of an account whose keys are all revoked until it has a valid key', async () => {
  const account_id = await accountWith(1, 'locked out');
  const key = { account_id, mode: 'live' } as const;
  const [first, second] = [await createKey(database.db, key), await createKey(database.db, key)];
  const sub_key = await createKey(database.db, { ...key, parent_id: second.id });
  const sent: string[] = [];
  const deliverer = createDeliverer({
    ...{ ...sending, db: database.db },
    post: async (url) => {
      sent.push(url);
      return { status: 204, retry_after: null };
    },
  });
  const sentNow = async () => {
    while ((await deliverer.begin()) > 0) await deliverer.allEnded();
    return sent.splice(0).filter((url) => url === 'locked out').length;
  };
  for (const { id } of [first, second]) await setRevoked.run(database.db, { key_id: id });
  expect(await sentNow()).toBe(0);
  await setRevoked.run(database.db, { key_id: sub_key.id });
  await createKey(database.db, key);
  expect(await sentNow()).toBe(10);
});
