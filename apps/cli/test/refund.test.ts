import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const run = (...args: string[]) => domesday(args, { DATABASE_URL: database.url });

it('refunds a charge once, in its own month, for the account, the key and its parent, and in the usage they see', async () => {
  const { db } = database;
  const account_id = await createAccount(db, 'a test', 'scale');
  const parent = await createKey(db, { account_id, mode: 'live' });
  const sub = await createKey(db, { account_id, mode: 'live', parent_id: parent.id });
  const at = new Date(api.clock.now().getTime() - 40 * 86_400_000);
  const month = `${at.toISOString().slice(0, 7)}-01`;
  for (const [request, credits] of [
    ['req_wrong', 8],
    ['req_right', 5],
  ] as const)
    await db.query(
      `select settle_batch($1::date, $2::timestamptz, array[$3::uuid], array[$4::uuid], '{1}', '{risks.get}',
                           array[$5::integer], array[$6], null)`,
      [month, at, sub.id, account_id, credits, request],
    );
  const books = async () => {
    const told = JSON.parse(
      (await run('accounts', 'credits', account_id, '--month', month.slice(0, 7), '--json')).out,
    );
    const day = at.toISOString().slice(0, 10);
    const { body } = await api.call(`/account/usage?from=${day}&to=${day}`, { key: parent.secret });
    const { rows } = await db.query(
      'select credits_used, sub_keys_used from key_months where month = $1 order by credits_used',
      [month],
    );
    return { account: told.credits_used, usage: body.totals.credits, keys: rows };
  };
  const before = { account: 13, usage: 13 };
  expect(await books()).toMatchObject(before);

  const refund = (...more: string[]) => run('accounts', 'refund', 'req_wrong', ...more);
  expect(await refund('--yes', '--json')).toMatchObject({ code: 0 });
  const after = {
    account: 5,
    usage: 5,
    keys: [
      { credits_used: 0, sub_keys_used: 5 },
      { credits_used: 5, sub_keys_used: 0 },
    ],
  };
  expect(await books()).toEqual(after);

  const again = await refund('--yes');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('Nothing is charged')]);
  expect((await run('accounts', 'refund', 'req_none', '--yes')).err).toContain('Nothing is charged');
  expect(await books()).toEqual(after);
});
