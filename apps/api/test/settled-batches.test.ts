import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Charge, settle } from '../src/accounts/ledger.query.ts';

// Charges that are refused together are tried again one by one. A wrong refusal of the batch therefore costs only time,
// and nothing else shows it.

const MONTH = '2026-11-01';
const AT = new Date('2026-11-21T12:00:00.000Z');
const DAY_MS = 86_400_000;
const OVERDRAWN = { code: 'DD402' };

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query("insert into plans (id, monthly_credits, rate_limit) values ('of 10', 10, 50)");
});
afterAll(() => database?.drop());

interface Party {
  account_id: string;
  key_id: string;
}
const account = () => createAccount(database.db, 'a test', 'of 10');
async function key(
  account_id: string,
  more: { monthly_cap?: number; parent_id?: string } = {},
): Promise<Party> {
  const { id } = await createKey(database.db, { account_id, mode: 'live', ...more });
  return { account_id, key_id: id };
}

let requests = 0;
const charge = (of: Party, credits: number, answer?: Charge['answer']): Charge => ({
  ...of,
  operation: 'risks.get',
  credits,
  request_id: `request ${++requests}`,
  ...(answer && { answer }),
});
const settled = (charges: Charge[], at = AT) => settle(database.db, MONTH, at, charges);
const usedOf = async ({ account_id }: Party) => {
  const { rows } = await database.db.query('select credits_used from account_months where account_id = $1', [
    account_id,
  ]);
  return rows[0]?.credits_used ?? 0;
};

it('allows keys without a cap to use a plan together up to its last credit, and no more', async () => {
  const id = await account();
  const [one, other] = [await key(id), await key(id)];
  expect(await settled([charge(one, 4), charge(other, 6)])).toMatchObject([
    { account_used: 10 },
    { account_used: 10 },
  ]);
  await expect(settled([charge(one, 1), charge(other, 0)])).rejects.toMatchObject(OVERDRAWN);
  expect(await settled([charge(await key(await account()), 10)])).toMatchObject([{ account_used: 10 }]);
  const fresh = await account();
  const both = [await key(fresh), await key(fresh)] as const;
  await expect(settled(both.map((of) => charge(of, 6)))).rejects.toMatchObject(OVERDRAWN);
  expect([await usedOf(one), await usedOf(both[0])]).toEqual([10, 0]);
});

it('allows free charges of an account whose plan was lowered below its use, alone and beside paid charges of another', async () => {
  const [over, payer] = [await key(await account()), await key(await account())];
  await settled([charge(over, 8)]);
  await database.db.query("update plans set monthly_credits = 5 where id = 'of 10'");
  try {
    expect(await settled([charge(over, 0)])).toHaveLength(1);
    expect(await settled([charge(over, 0), charge(payer, 2)])).toHaveLength(2);
    await expect(settled([charge(over, 1), charge(payer, 2)])).rejects.toMatchObject(OVERDRAWN);
  } finally {
    await database.db.query("update plans set monthly_credits = 10 where id = 'of 10'");
  }
  expect([await usedOf(over), await usedOf(payer)]).toEqual([8, 2]);
});

it('allows a key and its sub-key to use a cap together up to its last credit, and no more', async () => {
  const id = await account();
  const parent = await key(id, { monthly_cap: 5 });
  const sub = await key(id, { parent_id: parent.key_id });
  expect(await settled([charge(parent, 2), charge(sub, 3)])).toHaveLength(2);
  await expect(settled([charge(parent, 0), charge(sub, 1)])).rejects.toMatchObject(OVERDRAWN);
  await expect(settled([charge(parent, 1), charge(sub, 0)])).rejects.toMatchObject(OVERDRAWN);
  expect(await usedOf(parent)).toBe(5);
});

it('replaces a stored answer that is a day old, and no newer one', async () => {
  const of = await key(await account());
  const answer = (body: string) => ({
    ...{ idempotency_key: 'one', fingerprint: '00', canonical: '00', headers: {} },
    ...{ content_type: 'text/plain', body },
  });
  await settled([charge(of, 1, answer('first'))]);
  const early = new Date(AT.getTime() + DAY_MS - 1);
  await expect(settled([charge(of, 1, answer('early'))], early)).rejects.toMatchObject({ code: 'DD409' });
  await settled([charge(of, 1, answer('next'))], new Date(AT.getTime() + DAY_MS));
  const { rows } = await database.db.query('select body from idempotent_answers where key_id = $1', [
    of.key_id,
  ]);
  expect([rows, await usedOf(of)]).toEqual([[{ body: 'next' }], 2]);
});
