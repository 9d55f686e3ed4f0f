import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

const PATH = '/properties/998000000001?fields=address';

async function newKey(): Promise<{ secret: string; account_id: string }> {
  const account_id = await createAccount(database.db, 'one of many', 'scale');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  return { secret, account_id };
}

it('answers all other accounts while the rows of one are locked, and that account once they are unlocked', async () => {
  const held = await newKey();
  const others = await Promise.all(Array.from({ length: 20 }, newKey));
  expect((await api.call(PATH, { key: held.secret })).status).toBe(200);
  const client = await database.db.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from account_months where account_id = $1 for update', [held.account_id]);
    const order: string[] = [];
    const waiting = Array.from({ length: 5 }, () =>
      api.call(PATH, { key: held.secret }).then((answer) => {
        order.push('held');
        return answer.status;
      }),
    );
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(others.map(({ secret }) => api.call(PATH, { key: secret })));
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
      order.push('others');
    }
    await client.query('rollback');
    expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200, 200]);
    expect(order.slice(0, 3)).toEqual(['others', 'others', 'others']);
  } finally {
    client.release();
  }
  const { rows } = await database.db.query(
    'select sum(credits)::int as credits from ledger where account_id = $1',
    [held.account_id],
  );
  expect(rows[0].credits).toBe(6);
});
