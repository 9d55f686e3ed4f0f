import { createAccount } from '@domesday/api/accounts';
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

/** An account with so many endpoints at an address, to each of which ten messages are due. */
async function accountWith(endpoints: number, url: string): Promise<void> {
  const account_id = await createAccount(database.db, 'made up', 'scale');
  await database.db.query(
    `with made as (
       insert into webhooks (account_id, url, secret, created_at)
         select $1, $2, 'whsec_', $4 from generate_series(1, $3) returning id)
     insert into webhook_deliveries (webhook_id, type, body, created_at, next_at)
       select id, 'webhook.test', '{}', $4, $4 from made, generate_series(1, 10)`,
    [account_id, url, endpoints, now()],
  );
}

it('leaves room for the messages of other accounts where every endpoint of some is slow', async () => {
  for (const name of ['first', 'second', 'third']) await accountWith(20, name);
  await accountWith(2, 'other');
  const under_way = { first: 0, second: 0, third: 0, other: 0 };
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  const deliverer = createDeliverer({
    ...{ db: database.db, log: pino({ level: 'silent' }), now, onSent: () => {} },
    post: async (url) => {
      under_way[url as keyof typeof under_way]++;
      await answered;
      return { status: 204, retry_after: null };
    },
  });
  while ((await deliverer.begin()) > 0);
  // One to each endpoint of an account, or a few to one.
  expect(under_way).toEqual({ first: 20, second: 20, third: 20, other: 8 });
  answer();
  await deliverer.allEnded();
});
