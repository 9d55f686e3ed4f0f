import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('prints the credits of an account and its keys for a past month, which add up, even once the account is closed', async () => {
  const { db, url } = database;
  const account_id = await createAccount(db, 'a test', 'scale');
  const parent = await createKey(db, { account_id, mode: 'live' });
  const sub = await createKey(db, { account_id, mode: 'live', parent_id: parent.id });
  const charge = (month: string, key_id: string, credits: number) =>
    db.query(
      `select settle_batch($1::date, $1::timestamptz, array[$2::uuid], array[$3::uuid], '{1}', '{risks.get}',
                           array[$4::integer], array[$5], null)`,
      [month, key_id, account_id, credits, `${month} ${key_id}`],
    );
  await charge('2025-12-01', parent.id, 5);
  await charge('2025-12-01', sub.id, 20);
  await charge('2026-01-01', sub.id, 300);

  const run = (...args: string[]) => domesday(args, { DATABASE_URL: url });
  const owed = async (month: string) => {
    const { out } = await run('accounts', 'credits', account_id, '--month', month, '--json');
    const told = JSON.parse(out);
    const own = told.keys.map((key: { own_credits: number }) => key.own_credits);
    return { month: told.month, credits_used: told.credits_used, own };
  };
  const december = { month: '2025-12-01', credits_used: 25, own: [5, 20] };
  expect(await owed('2025-12')).toEqual(december);
  await run('accounts', 'close', account_id, '--yes');
  expect(await owed('2025-12')).toEqual(december);
  expect(await owed('2026-01')).toEqual({ month: '2026-01-01', credits_used: 300, own: [0, 300] });
  const all = JSON.parse((await run('accounts', 'list', '--month', '2026-01', '--json')).out);
  expect(all).toMatchObject([{ id: account_id, credits_used: 300 }]);
  expect((await run('accounts', 'list', '--month', '2999-01')).err).toContain('2999-01 has not begun.');
  expect((await run('accounts', 'credits', account_id, '--month', '2026-13')).code).toBe(2);
});

it('writes one credit in the singular, and groups the digits of large numbers', async () => {
  const { db, url } = database;
  const account_id = await createAccount(db, 'another', 'scale');
  const { id } = await createKey(db, { account_id, mode: 'live' });
  const run = async (...args: string[]) => (await domesday(args, { DATABASE_URL: url })).out;
  expect(await run('keys', 'cap', id, '1')).toContain('may spend 1 credit a month');
  expect(await run('keys', 'cap', id, '12000')).toContain('may spend 12,000 credits a month');
  await db.query(
    `select settle_batch('2025-12-01'::date, '2025-12-01'::timestamptz, array[$1::uuid], array[$2::uuid], '{1}',
                         '{risks.get}', '{1}', '{one}', null)`,
    [id, account_id],
  );
  expect(await run('accounts', 'credits', account_id, '--month', '2025-12')).toContain(
    'another: 1 credit used in 2025-12',
  );
  expect(await run('accounts', 'credits', account_id)).toContain(
    '0 of 1,000,000 credits used, 1,000,000 left',
  );
});
