import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '@domesday/api/accounts';
import { inTransaction } from '@domesday/db';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from '../src/accounts/ledger.ts';

let database: TestDatabase;
let api: TestApi;
const uprn = sandboxSamples().house.uprn;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function charged(account_id: string): Promise<{ ledger: number; months: number }> {
  const { rows } = await database.db.query(
    `select (select coalesce(sum(credits), 0) from ledger where account_id = $1) as ledger,
            (select coalesce(sum(credits_used), 0) from account_months where account_id = $1) as months`,
    [account_id],
  );
  return rows[0];
}

/** Many calls at once, in waves below the rate limit, until the credits run out within a wave. */
async function burst(secret: string, path: string, calls: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < calls; done += 30) {
    const wave = Array.from({ length: Math.min(30, calls - done) }, () => api.call(path, { key: secret }));
    statuses.push(...(await Promise.all(wave)).map((a) => a.status));
    api.clock.advance(10_000);
  }
  return statuses;
}

it('allows a free account exactly its 100 credits, however many calls run concurrently', async () => {
  const { secret, account_id } = await api.newKey();
  const statuses = await burst(secret, `/properties/${uprn}`, 150);
  expect(statuses.filter((s) => s === 200)).toHaveLength(100);
  expect(statuses.filter((s) => s === 402)).toHaveLength(50);
  expect(await charged(account_id)).toEqual({ ledger: 100, months: 100 });
});

it('does not suggest a higher cap to a key whose account has no credits left either', async () => {
  const { secret } = await api.newKey({ monthly_cap: 100 });
  await burst(secret, `/properties/${uprn}`, 100);
  const refused = await api.call(`/properties/${uprn}`, { key: secret });
  expect([refused.status, refused.body.error.code]).toEqual([402, 'credits_exhausted']);
});

it('allows a capped sub-key exactly its cap, while the account still pays for other keys', async () => {
  const parent = await api.newKey();
  const sub = await createKey(database.db, {
    account_id: parent.account_id,
    mode: 'live',
    parent_id: parent.key_id,
    monthly_cap: 10,
  });
  const statuses = await burst(sub.secret, `/properties/${uprn}`, 40);
  expect(statuses.filter((s) => s === 200)).toHaveLength(10);
  const refused = await api.call(`/properties/${uprn}`, { key: sub.secret });
  expect(refused.body.error.code).toBe('key_cap_reached');
  expect((await api.call(`/properties/${uprn}`, { key: parent.secret })).status).toBe(200);
  expect(await charged(parent.account_id)).toEqual({ ledger: 11, months: 11 });
});

it('settles the charges of concurrent requests with one commit', async () => {
  const { key_id, account_id } = await api.newKey();
  const settled: number[] = [];
  let in_flight = 1;
  const ledger = createLedger(
    database.db,
    () => api.clock.now(),
    (charges) => settled.push(charges),
    () => in_flight,
  );
  const charge = (request_id: string) =>
    ledger.charge({ account_id, key_id, operation: 'titles.get', credits: 1, request_id });
  await charge('together-0');
  // The longer a settlement takes, the longer the next one may wait.
  const { slow } = await inTransaction(database.db, async (holder) => {
    await holder.query('update account_months set credits_used = credits_used where account_id = $1', [
      account_id,
    ]);
    const asked = { slow: charge('together-1') };
    await sleep(50);
    return asked;
  });
  await slow;
  in_flight = 3;
  const first = charge('together-2');
  for (let turns = 0; turns < 3; turns++) await nextTurn();
  await Promise.all([first, charge('together-3'), charge('together-4')]);
  expect(settled).toEqual([1, 1, 3]);
  expect(await charged(account_id)).toEqual({ ledger: 5, months: 5 });
});

it('does no work for a caller who cannot pay, not even to say whether a home is known', async () => {
  const { secret } = await api.newKey({ monthly_cap: 0 });
  const answer = await api.call('/properties/1', { key: secret });
  expect(answer.status).toBe(402);
  expect(answer.body.error.code).toBe('key_cap_reached');
});

it('states with each answer its cost and what the key and its account have left', async () => {
  const { secret, account_id, key_id } = await api.newKey();
  const first = await api.call(`/properties/${uprn}`, { key: secret });
  expect(first.headers.get('x-credits-charged')).toBe('1');
  expect(first.headers.get('x-credits-remaining')).toBe('99');
  expect(first.headers.get('x-credits-limit')).toBe('100');
  const sub = await createKey(database.db, { account_id, mode: 'live', parent_id: key_id, monthly_cap: 7 });
  const second = await api.call(`/prices/${uprn}/comparables`, { key: sub.secret });
  expect(second.headers.get('x-credits-charged')).toBe('5');
  expect(second.headers.get('x-credits-remaining')).toBe('2');
  expect(second.headers.get('x-credits-limit')).toBe('7');
  expect(await charged(account_id)).toEqual({ ledger: 6, months: 6 });
});

it('charges nothing for a 404 or a 422, and says so in the headers', async () => {
  const { secret, account_id } = await api.newKey();
  const unknown = await api.call('/properties/1', { key: secret });
  const invalid = await api.call('/properties/not-a-number', { key: secret });
  expect([unknown.status, invalid.status]).toEqual([404, 422]);
  expect(unknown.headers.get('x-credits-charged')).toBe('0');
  expect(unknown.headers.get('x-credits-remaining')).toBe('100');
  expect(await charged(account_id)).toEqual({ ledger: 0, months: 0 });
});

it('deducts nothing for a test key and reports what the calls would have cost', async () => {
  const { secret, account_id } = await api.newKey({ mode: 'test' });
  for (let i = 0; i < 3; i++) await api.call(`/properties/${uprn}`, { key: secret });
  const usage = await api.call('/account/usage', { key: secret });
  expect(usage.body.totals).toMatchObject({ calls: 3, credits: 0, would_be_credits: 3 });
  expect(await charged(account_id)).toEqual({ ledger: 0, months: 0 });
});

it('begins a new allowance at midnight UTC on the first of the month', async () => {
  const at = api.clock.now().toISOString();
  const { secret, account_id } = await api.newKey({ monthly_cap: 1 });
  api.clock.set('2026-11-30T23:59:58.000Z');
  expect((await api.call(`/properties/${uprn}`, { key: secret })).status).toBe(200);
  const refused = await api.call(`/properties/${uprn}`, { key: secret });
  expect(refused.status).toBe(402);
  expect(refused.headers.get('x-credits-reset')).toBe('2026-12-01T00:00:00.000Z');
  api.clock.set('2026-12-01T00:00:00.000Z');
  expect((await api.call(`/properties/${uprn}`, { key: secret })).status).toBe(200);
  const { rows } = await database.db.query(
    'select month, credits_used from account_months where account_id = $1 order by month',
    [account_id],
  );
  expect(rows).toEqual([
    { month: '2026-11-01', credits_used: 1 },
    { month: '2026-12-01', credits_used: 1 },
  ]);
  api.clock.set(at);
});

it('lets a larger plan take effect at once', async () => {
  const { secret, account_id } = await api.newKey();
  await burst(secret, `/properties/${uprn}`, 100);
  expect((await api.call(`/properties/${uprn}`, { key: secret })).status).toBe(402);
  await database.db.query("update accounts set plan_id = 'starter' where id = $1", [account_id]);
  const answer = await api.call(`/properties/${uprn}`, { key: secret });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-credits-limit')).toBe('5000');
});

it('applies plans that an operator adds or changes in the table of plans', async () => {
  await database.db.query(
    "insert into plans (id, monthly_credits, rate_limit) values ('small', 2, 7) on conflict do nothing",
  );
  const { secret } = await api.newKey({ plan: 'small' });
  const told = async () => {
    const { headers } = await api.call(`/properties/${uprn}`, { key: secret });
    return [headers.get('x-credits-limit'), headers.get('ratelimit-limit')];
  };
  expect(await told()).toEqual(['2', '7']);
  await database.db.query("update plans set monthly_credits = 3, rate_limit = 9 where id = 'small'");
  api.clock.advance(2000);
  expect(await told()).toEqual(['3', '9']);
});

it('counts every call once under its endpoint name', async () => {
  const { secret } = await api.newKey();
  await api.call(`/properties/${uprn}`, { key: secret });
  await api.call(`/properties/${uprn}?fields=address`, { key: secret });
  await api.call('/properties/1', { key: secret });
  const usage = await api.call('/account/usage', { key: secret });
  const row = usage.body.endpoints.find((e: { endpoint: string }) => e.endpoint === '/properties/{uprn}');
  expect(row).toMatchObject({
    operation: 'properties.get',
    calls: 3,
    credits: 2,
    ok: 2,
    client_errors: 1,
    server_errors: 0,
  });
  const csv = await api.call('/account/usage?format=csv&group_by=key', { key: secret });
  expect(csv.text.split('\r\n')[0]).toBe('key_id,prefix,label,calls,credits');
});

it('shows the usage of a past month if only to is given, and names the wrong parameter in a refusal', async () => {
  const past = await api.call('/account/usage?to=2026-02-28');
  expect([past.status, past.body.period]).toEqual([200, { from: '2026-02-01', to: '2026-02-28' }]);
  for (const [query, field] of [
    ['from=2020-01-01', 'from'],
    ['from=2999-01-01', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'to'],
  ]) {
    const refused = await api.call(`/account/usage?${query}`);
    expect([query, refused.status, refused.body.error.details[0].field]).toEqual([query, 422, field]);
  }
});
