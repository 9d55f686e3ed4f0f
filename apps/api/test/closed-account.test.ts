import { closeAccount, createKey } from '@domesday/api/accounts';
import { createWebhook } from '@domesday/api/webhooks';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MARK = 'quixotic-marker';
/** The rows that a closed account leaves: its books, and without names the rows that these refer to. */
const KEPT = ['account_months', 'accounts', 'api_keys', 'job_turns', 'key_months', 'ledger', 'usage_days'];

let database: TestDatabase;
let api: TestApi;
let own: { secret: string; account_id: string; key_id: string };
let other: typeof own;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  own = await api.newKey({ plan: 'scale' });
  other = await api.newKey({ plan: 'scale' });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const tables = async (where: (table: string) => string, value: string): Promise<string[]> => {
  const { rows } = await database.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await database.db.query(`select from ${name} t where ${where(name)} limit 1`, [
      value,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
};
/** Tables that contain a text anywhere. */
const holding = (text: string) => tables(() => "t::text like '%' || $1 || '%'", text);

/** Stores everything that a client can store, with the mark in each of its own texts. */
async function use({ secret: key, account_id, key_id }: typeof own): Promise<void> {
  await database.db.query('update accounts set name = $1 where id = $2', [MARK, account_id]);
  await database.db.query('update api_keys set label = $1 where id = $2', [MARK, key_id]);
  const done = async (path: string, body: object, headers = {}) => {
    const answer = await api.call(path, { key, body, headers });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  const repeatable = { 'Idempotency-Key': MARK };
  await done('/addresses/match', { address: `${MARK} 1 quaxley street` }, repeatable);
  const webhook = (await done('/webhooks', { url: `https://hooks.example.org/${MARK}` }, repeatable)).body;
  const watch = { webhook_id: webhook.id, outcode: 'XE1', events: ['sold'], ends_on: '2026-12-01' };
  await done('/watches', { ...watch, purpose: MARK });
  await done(`/webhooks/${webhook.id}/test`, {});
  const items = [{ address: `${MARK} 2 quaxley street` }];
  await done('/jobs', { operation: 'addresses.match', items }, repeatable);
  const session = await fetch(`${new URL(api.url).origin}/portal/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  expect(session.status).toBe(204);
  await database.db.query(
    `insert into oauth_records (model, id_hash, payload, grant_hash, key_id, expires_at)
     values ('AccessToken', sha256($1::text::bytea), jsonb_build_object('x', $2::text), null, $1::uuid, now() + interval '1 day')`,
    [key_id, MARK],
  );
  await database.db.query(
    "insert into portal_links values (sha256($1::text::bytea), $1::uuid, now() + interval '1 day')",
    [key_id],
  );
  await database.db.query("insert into paid_questions values ($1, sha256('question'), 'release')", [
    account_id,
  ]);
}

it('keeps of a closed account only its ledger, and leaves other accounts unchanged', async () => {
  for (const one of [own, other]) await use(one);
  const before = await holding(other.account_id);
  expect(await holding(MARK)).toEqual(
    expect.arrayContaining([
      'accounts',
      'api_keys',
      'idempotent_answers',
      'jobs',
      'oauth_records',
      'watches',
      'webhooks',
    ]),
  );

  const closed = await closeAccount(database.db, own.account_id, api.clock.now());
  expect(closed).toMatchObject({ keys_revoked: 1, webhooks: 1, jobs: 1 });
  const left = new Set([...(await holding(own.account_id)), ...(await holding(own.key_id))]);
  expect([...left].filter((table) => !KEPT.includes(table))).toEqual([]);
  // By its clock the server has not checked for revoked keys since.
  api.clock.advance(3000);
  expect((await api.call('/account', { key: own.secret })).status).toBe(401);
  const { rows } = await database.db.query(
    `select (select name from accounts where id = $1) as name, (select label from api_keys where id = $2) as label,
       (select sum(credits)::integer from ledger where account_id = $1) as credits,
       (select sum(credits_used)::integer from account_months where account_id = $1) as used`,
    [own.account_id, own.key_id],
  );
  expect(rows).toEqual([{ name: 'closed account', label: null, credits: rows[0].used, used: rows[0].used }]);
  expect(rows[0].used).toBeGreaterThan(0);

  expect(await holding(other.account_id)).toEqual(before);
  expect((await api.call('/account', { key: other.secret })).status).toBe(200);
  const again = (account_id: string) => createKey(database.db, { account_id, mode: 'live' });
  await expect(again(own.account_id)).rejects.toThrow('must exist and be open');
  const maker = { db: database.db, clock: api.clock, webhook_addresses: 'any' } as const;
  const endpoint = createWebhook(maker, { account_id: own.account_id }, 'https://hooks.example.org/made-up');
  await expect(endpoint).rejects.toThrow('The account is closed, so no endpoint was made.');
  expect((await again(other.account_id)).secret).toMatch(/^svc_live_/);
  // A second time there is nothing left to do.
  expect(await closeAccount(database.db, own.account_id, api.clock.now())).toEqual({
    keys_revoked: 0,
    webhooks: 0,
    jobs: 0,
    stored_answers: 0,
  });
  await closeAccount(database.db, other.account_id, api.clock.now());
  expect(await holding(MARK)).toEqual([]);
});

it('also revokes a key that another operator was creating while the account was closed', async () => {
  const { account_id } = await api.newKey();
  const client = await database.db.connect();
  try {
    await client.query('begin');
    const { secret } = await createKey(client, { account_id, mode: 'live' });
    const closing = closeAccount(database.db, account_id, api.clock.now());
    const closed = () =>
      database.db.query('select from accounts where id = $1 and closed_at is not null', [account_id]);
    await expect.poll(async () => (await closed()).rowCount).toBe(1);
    await client.query('commit');
    expect((await closing).keys_revoked).toBe(2);
    expect((await api.call('/account', { key: secret })).status).toBe(401);
  } finally {
    client.release();
  }
});
