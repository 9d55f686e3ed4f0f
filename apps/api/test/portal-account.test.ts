import { createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

async function ask(key: string, path: string, method = 'GET', body?: unknown) {
  api.clock.advance(1000);
  const answer = await fetch(`${new URL(api.url).origin}/portal${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json');
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
  return { status: answer.status, text, body: (json ? JSON.parse(text) : null) as any };
}

describe('keys in the portal', () => {
  it('can be made as sub-keys, whose secret is shown once, and can be labelled, capped and revoked', async () => {
    const { secret } = await api.newKey();
    const made = await ask(secret, '/keys', 'POST', { label: 'desk', monthly_cap: 2 });
    expect(made.status).toBe(201);
    expect((await ask(secret, '/keys')).text).not.toContain(made.body.secret);
    const call = () => api.call('/addresses/search?q=9+quaxley', { key: made.body.secret });
    expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 402]);
    const was = { label: 'desk', monthly_cap: 2 };
    const change = { label: 'door', monthly_cap: 3, was };
    expect((await ask(secret, `/keys/${made.body.id}`, 'PUT', change)).status).toBe(204);
    api.clock.advance(3000);
    expect((await call()).status).toBe(200);
    const key = (await ask(secret, '/keys')).body.keys.find((one: { id: string }) => one.id === made.body.id);
    expect(key).toMatchObject({ label: 'door', monthly_cap: 3, used_this_month: 3, mine_to_change: true });
    expect((await ask(secret, `/keys/${made.body.id}`, 'DELETE')).status).toBe(204);
    api.clock.advance(3000);
    expect((await call()).status).toBe(401);
  });

  it('are test keys if a test key makes them, and cannot be made by a sub-key', async () => {
    const { secret } = await api.newKey({ mode: 'test' });
    const made = await ask(secret, '/keys', 'POST', { label: 'try' });
    expect(made.body.secret).toMatch(/^svc_test_/);
    expect((await ask(made.body.secret, '/keys', 'POST', {})).status).toBe(422);
    expect((await ask(made.body.secret, '/keys')).body.keys).toHaveLength(1);
  });

  it('are all listed to a parent, with their usage, and only itself to a sub-key', async () => {
    const { secret, key_id } = await api.newKey();
    const { body: sub } = await ask(secret, '/keys', 'POST', { label: 'of a parent' });
    for (const key of [secret, sub.secret]) await api.call('/addresses/search?q=9+quaxley', { key });
    const seen = async (key: string) => {
      const { body } = await ask(key, '/keys');
      const { rows } = (await ask(key, '/usage')).body;
      return [
        body.keys.map(({ id }: { id: string }) => id),
        rows.map(({ calls }: { calls: number }) => calls),
      ];
    };
    expect(await seen(secret)).toEqual([[key_id, sub.id], [2]]);
    expect(await seen(sub.secret)).toEqual([[sub.id], [1]]);
  });

  it('are limited to 200, also if several are requested concurrently and if others were just revoked', async () => {
    const { secret, account_id, key_id: parent_id } = await api.newKey();
    const make = () => createKey(database.db, { account_id, parent_id, mode: 'live' });
    for (let n = 0; n < 190; n++) await make();
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(secret, '/keys', 'POST', {})));
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(9);
    const one = asked.find(({ status }) => status === 201)!.body.id;
    expect((await ask(secret, `/keys/${one}`, 'DELETE')).status).toBe(204);
    expect((await ask(secret, '/keys', 'POST', {})).status).toBe(422);
    api.clock.advance(86_400_000);
    expect((await ask(secret, '/keys', 'POST', {})).status).toBe(201);
  });

  it('are listed up to 200, with the number of the others, which can be found by label or prefix', async () => {
    const { secret, account_id, key_id: parent_id } = await api.newKey();
    await database.db.query(
      `insert into api_keys (account_id, parent_id, hash, prefix, label, mode, created_at, revoked_at)
       select $1::uuid, $2::uuid, sha256(($1::uuid::text || n)::bytea), 'svc_live_' || lpad(n::text, 6, '0'), '50% of Desk_' || n, 'live',
              '2026-01-01'::date + n, case when n > 200 then '2026-12-01'::date end
         from generate_series(1, 300) n`,
      [account_id, parent_id],
    );
    const { keys, left_out } = (await ask(secret, '/keys')).body;
    expect(left_out).toBe(101);
    const labels = keys.map(({ label }: { label: string | null }) => label);
    expect(labels.slice(0, 3)).toEqual([null, '50% of Desk_200', '50% of Desk_199']);
    expect([keys[0].id, keys.length]).toEqual([parent_id, 200]);
    const named = async (text: string) => {
      const { body } = await ask(secret, `/keys?named=${encodeURIComponent(text)}`);
      return [body.keys.map(({ label }: { label: string }) => label), body.left_out];
    };
    expect(await named('desk_1 ')).toEqual([expect.arrayContaining(['50% of Desk_1', '50% of Desk_100']), 0]);
    expect(await named('SVC_live_000300')).toEqual([['50% of Desk_300'], 0]);
    expect(await named('5_% of')).toEqual([[], 0]);
    expect((await ask(secret, `/keys?named=${'x'.repeat(81)}`)).status).toBe(422);
    await database.db.query(`delete from api_keys where account_id = $1 and parent_id is not null`, [
      account_id,
    ]);
  });

  it("are changed only if the client knew their current values, so that no window undoes another's change", async () => {
    const { secret } = await api.newKey();
    const { id } = (await ask(secret, '/keys', 'POST', { label: 'desk', monthly_cap: 2 })).body;
    const was = { label: 'desk', monthly_cap: 2 };
    const put = (body: object) => ask(secret, `/keys/${id}`, 'PUT', body);
    expect((await put({ label: 'desk', monthly_cap: 9, was })).status).toBe(204);
    for (const late of [
      { label: 'door', monthly_cap: 2, was },
      { label: 'door', monthly_cap: null, was },
    ]) {
      const { status, body } = await put(late);
      expect([status, body.error.code]).toEqual([409, 'key_changed']);
      expect(body.error.message).toContain('its label is "desk" and its cap 9 now');
    }
    const now = { label: 'desk', monthly_cap: 9 };
    expect((await put({ label: null, monthly_cap: null, was: now })).status).toBe(204);
    expect((await put({ label: null, monthly_cap: 1, was: now })).body.error.message).toContain(
      'no label and no cap',
    );
  });

  it('can be changed only by their parent key', async () => {
    const mine = await api.newKey();
    const other = await api.newKey();
    const theirs = await ask(other.secret, '/keys', 'POST', { label: 'theirs' });
    for (const id of [theirs.body.id, other.key_id, mine.key_id, 'no-id']) {
      const was = { label: 'theirs', monthly_cap: null };
      expect(
        (await ask(mine.secret, `/keys/${id}`, 'PUT', { label: 'mine', monthly_cap: null, was })).status,
      ).toBe(404);
      expect((await ask(mine.secret, `/keys/${id}`, 'DELETE')).status).toBe(404);
    }
  });

  it('are refused if the label or the cap is invalid', async () => {
    const { secret } = await api.newKey();
    for (const body of [
      { label: 'x'.repeat(81) },
      { label: 7 },
      { monthly_cap: -1 },
      { monthly_cap: 1.5 },
      { monthly_cap: '5' },
      { montly_cap: 5 },
      [],
    ])
      expect((await ask(secret, '/keys', 'POST', body)).status).toBe(422);
  });

  it('do not lose their cap or label by a change that omits it', async () => {
    const { secret } = await api.newKey();
    const { id } = (await ask(secret, '/keys', 'POST', { label: 'desk', monthly_cap: 2 })).body;
    const was = { label: 'desk', monthly_cap: 2 };
    const to = { label: 'door', monthly_cap: 3 };
    for (const body of [{ was }, { label: 'door', was }, { monthly_cap: 3, was }, to, { ...to, was: {} }, []])
      expect((await ask(secret, `/keys/${id}`, 'PUT', body)).status).toBe(422);
    const { keys } = (await ask(secret, '/keys')).body;
    expect(keys.find((key: { id: string }) => key.id === id)).toMatchObject({
      label: 'desk',
      monthly_cap: 2,
    });
  });
});

describe('usage in the portal', () => {
  it('lists calls and credits by day and operation, as JSON and as CSV', async () => {
    const { secret } = await api.newKey();
    await api.call('/addresses/search?q=9+quaxley', { key: secret });
    await api.call('/addresses/search?q=9+quaxley', { key: secret });
    const day = api.clock.now().toISOString().slice(0, 10);
    const { body } = await ask(secret, '/usage');
    expect(body.rows).toEqual([
      { day, operation: 'addresses.search', calls: 2, credits: 2, would_be_credits: 0, errors: 0 },
    ]);
    expect((await ask(secret, '/usage?format=csv')).text).toBe(
      `day,operation,calls,credits,would_be_credits,errors\r\n${day},addresses.search,2,2,0,0\r\n`,
    );
    const week = (await ask(secret, '/usage?days=7')).body;
    expect([week.to, Date.parse(week.to) - Date.parse(week.from)]).toEqual([day, 6 * 86_400_000]);
    expect((await ask(secret, '/usage?days=93')).status).toBe(422);
    expect((await ask(secret, '/usage?from=yesterday')).status).toBe(422);
    expect((await ask(secret, '/usage?from=2026-02-30&to=2026-03-10')).status).toBe(422);
    expect((await ask(secret, '/usage?from=2020-01-01')).status).toBe(422);
  });

  it('lists a calendar month up to today, also by key, those that spent the most first', async () => {
    const { secret, key_id, account_id } = await api.newKey();
    const sub = await createKey(database.db, { account_id, parent_id: key_id, mode: 'live', label: 'desk' });
    await api.call('/addresses/search?q=9+quaxley', { key: secret });
    for (let i = 0; i < 2; i++) await api.call('/addresses/search?q=9+quaxley', { key: sub.secret });
    const today = api.clock.now().toISOString().slice(0, 10);
    const { body } = await ask(secret, `/usage?month=${today.slice(0, 7)}`);
    expect([body.from, body.to]).toEqual([`${today.slice(0, 7)}-01`, today]);
    const none = { would_be_credits: 0, errors: 0 };
    expect(body.keys).toEqual([
      { prefix: sub.secret.slice(0, 15), label: 'desk', calls: 2, credits: 2, ...none },
      { prefix: secret.slice(0, 15), label: null, calls: 1, credits: 1, ...none },
    ]);
    expect(body.keys_left_out).toBe(0);
    expect((await ask(sub.secret, '/usage')).body.keys).toHaveLength(1);
    const { from, to, rows } = (await ask(secret, '/usage?month=2024-02')).body;
    expect([from, to, rows]).toEqual(['2024-02-01', '2024-02-29', []]);
    for (const month of ['2099-01', '2026-13', '2026-1', '0001-01', ''])
      expect((await ask(secret, `/usage?month=${month}`)).status, month).toBe(422);
  });
});

it('refuses unreadable paths and queries of the portal, and never fails at them', async () => {
  const { secret } = await api.newKey();
  const odd = ['0000-01-01', '-1', '999999999999999', '1e3', 'NaN', '%00', '%F0%9F%8F%A0', "'", '2026-11-31'];
  const paths = odd.flatMap((text) => [
    `/usage?from=${text}&to=${text}`,
    `/loads/${text}/rejects`,
    `/areas/${text}`,
    `/areas/${text}/accuracy`,
    `/authorities/${text}/profile`,
  ]);
  const answered = await Promise.all(
    paths.map(async (path) => [path, Math.floor((await ask(secret, path)).status / 100)] as const),
  );
  expect(answered.filter(([, kind]) => kind !== 4)).toEqual([]);
});

describe('accounts in the portal', () => {
  it('are shown only to an operator key', async () => {
    const { secret, account_id } = await api.newKey();
    expect((await ask(secret, '/accounts')).status).toBe(404);
    const operator = await createKey(database.db, { account_id, mode: 'live', admin: true });
    const { status, body } = await ask(operator.secret, '/accounts');
    expect(status).toBe(200);
    expect(body.accounts.length).toBeGreaterThan(1);
    expect(body.plans.map((plan: { id: string }) => plan.id)).toEqual(['free', 'starter', 'pro', 'scale']);
  });

  it('are counted if there are more than the list shows', async () => {
    const { account_id } = await api.newKey();
    const { secret } = await createKey(database.db, { account_id, mode: 'live', admin: true });
    const before = (await ask(secret, '/accounts')).body;
    expect(before.left_out).toBe(0);
    await database.db.query(
      "insert into accounts (name, plan_id) select 'made up', 'free' from generate_series(1, 1000)",
    );
    const { accounts, left_out } = (await ask(secret, '/accounts')).body;
    expect([accounts.length, left_out]).toEqual([1000, before.accounts.length]);
    await database.db.query("delete from accounts where name = 'made up'");
  });
});

describe('data in the portal', () => {
  it('state for each load the source of its file and why rows were refused, without rows or local paths', async () => {
    const { body, text } = await ask(api.testKey, '/loads');
    expect(body.loads.length).toBeGreaterThan(30);
    expect(text).not.toMatch(/"from":"\//);
    await database.db.query(`update dataset_loads set reject_reasons = $2 where id = $1`, [
      body.loads[0].id,
      '[{"reason": "made-up reason", "rows": 2}]',
    ]);
    await database.db.query(
      `insert into dataset_rejects (load_id, file, line, reason, raw)
       values ($1, '/home/made-up/file.csv', 7, 'made-up reason', 'A made-up person')`,
      [body.loads[0].id],
    );
    const rejects = await ask(api.testKey, `/loads/${body.loads[0].id}/rejects`);
    expect(rejects.body).toEqual({ rejects: [{ reason: 'made-up reason', rows: 2 }] });
    expect((await ask(api.testKey, '/loads/x/rejects')).status).toBe(404);
  });
});
