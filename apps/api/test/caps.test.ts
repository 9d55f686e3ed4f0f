import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancel, settle } from '../src/accounts/ledger.query.ts';

let database: TestDatabase;
let api: TestApi;
const { uprn } = sandboxSamples().house;
const HOME = `/properties/${uprn}`;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function subKeyOf(secret: string, monthly_cap: number | null = null) {
  api.clock.advance(1000);
  const made = await fetch(`${new URL(api.url).origin}/portal/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ monthly_cap }),
  });
  expect(made.status).toBe(201);
  return (await made.json()) as { id: string; secret: string };
}

/** The spending according to the ledger, the counters of the account and those of its keys. */
async function books(account_id: string) {
  const { rows } = await database.db.query(
    `select (select coalesce(sum(credits), 0)::int from ledger where account_id = $1) as ledger,
            (select coalesce(sum(credits_used), 0)::int from account_months where account_id = $1) as account,
            (select coalesce(sum(m.credits_used), 0)::int from key_months m join api_keys k on k.id = m.key_id
              where k.account_id = $1) as keys,
            (select coalesce(sum(m.sub_keys_used), 0)::int from key_months m join api_keys k on k.id = m.key_id
              where k.account_id = $1) as of_sub_keys`,
    [account_id],
  );
  return rows[0];
}

const batchOf = (key: string, items: number) =>
  api.call('/batch', {
    key,
    body: { operation: 'properties.get', items: new Array(items).fill({ uprn: String(uprn) }) },
  });

async function jobEnded(id: string, key: string) {
  for (let tries = 0; tries < 600; tries++) {
    api.clock.advance(1000);
    const { body } = await api.call(`/jobs/${id}`, { key });
    if (body.finished_at) return body;
    await sleep(50);
  }
  throw new Error('The job has not ended.');
}

it('states the same remaining credits in the headers and in the message of a refusal, also if another key just spent some', async () => {
  const { secret } = await api.newKey();
  const other = await subKeyOf(secret);
  const estimate = (key: string) =>
    api.call('/valuations/str-estimate', { key, body: { postcode: 'XE1 1AA', bedrooms: 2 } });
  // Charges the first half of the plan, and two credits of the second half through a key whose spending this server
  // does not learn of at once.
  expect((await estimate(secret)).headers.get('x-credits-remaining')).toBe('50');
  for (const page of [1, 2])
    expect((await api.call(`/rents/lha?outcode=XE${page}`, { key: other.secret })).status).toBe(200);
  const { status, headers, body } = await estimate(secret);
  expect([status, body.error.code, headers.get('x-credits-remaining')]).toEqual([
    402,
    'credits_exhausted',
    '48',
  ]);
  expect(body.error.message).toMatch(/^The monthly credits do not suffice: this call costs 50, 48 left /);
});

describe('the cap of a key', () => {
  it('applies to all of its sub-keys together, whatever their own caps, and is checked before any work', async () => {
    const { secret, account_id } = await api.newKey({ monthly_cap: 3 });
    const [wide, open] = [await subKeyOf(secret, 1000), await subKeyOf(secret)];
    for (const key of [secret, wide.secret, open.secret])
      expect((await api.call(HOME, { key })).status).toBe(200);
    api.clock.advance(3000);
    for (const key of [secret, wide.secret, open.secret, (await subKeyOf(secret)).secret]) {
      const { status, body } = await api.call('/properties/1', { key });
      expect([status, body.error.code]).toEqual([402, 'key_cap_reached']);
    }
    expect(await books(account_id)).toEqual({ ledger: 3, account: 3, keys: 3, of_sub_keys: 2 });
  });

  it('is reached exactly if the key and its sub-keys are used concurrently, alone and in batches', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale', monthly_cap: 40 });
    const keys = [secret, ...(await Promise.all([1, 2, 3].map(() => subKeyOf(secret)))).map((k) => k.secret)];
    const calls = keys.flatMap((key) => Array.from({ length: 10 }, () => api.call(HOME, { key })));
    const batches = keys.map((key) => batchOf(key, 25));
    const single = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
    const lines = (await Promise.all(batches)).flatMap(({ text }) => text.trimEnd().split('\n'));
    const batched = lines.filter((line) => JSON.parse(line).status === 200).length;
    expect(single + batched).toBe(40);
    expect(await books(account_id)).toMatchObject({ ledger: 40, account: 40, keys: 40 });
  });

  it('stops a job of a sub-key, which keeps what was paid for', async () => {
    const { secret, account_id } = await api.newKey({ monthly_cap: 7 });
    const sub = await subKeyOf(secret, 50);
    expect((await api.call(HOME, { key: secret })).status).toBe(200);
    const items = new Array(20).fill({ uprn: String(uprn) });
    const body = { operation: 'properties.get', items };
    expect((await api.call('/jobs', { key: sub.secret, body: { ...body, quote: true } })).body).toMatchObject(
      {
        credits_remaining: 6,
      },
    );
    const { id } = (await api.call('/jobs', { key: sub.secret, body })).body;
    expect(await jobEnded(id, sub.secret)).toMatchObject({
      state: 'stopped',
      reason: 'key_cap_reached',
      credits: 6,
    });
    expect(await books(account_id)).toEqual({ ledger: 7, account: 7, keys: 7, of_sub_keys: 6 });
  });

  it('applies to a running job if it is lowered, and the job of a sub-key ends if the parent is revoked', async () => {
    const started = async (change: string) => {
      const key = await api.newKey({ plan: 'scale' });
      const sub = await subKeyOf(key.secret);
      const items = new Array(1000).fill({ uprn: String(uprn) });
      const { id } = (
        await api.call('/jobs', { key: sub.secret, body: { operation: 'properties.get', items } })
      ).body;
      const job = async () => (await database.db.query('select * from jobs where id = $1', [id])).rows[0];
      while ((await job()).items_done < 100) await sleep(5);
      await database.db.query(change, [key.key_id]);
      for (let tries = 0; tries < 600 && !(await job()).finished_at; tries++) {
        api.clock.advance(1000);
        await sleep(50);
      }
      return { ended: await job(), books: await books(key.account_id) };
    };
    const lowered = await started('update api_keys set monthly_cap = 420 where id = $1');
    expect(lowered.ended).toMatchObject({ state: 'stopped', reason: 'key_cap_reached', credits: 420 });
    expect(lowered.books).toEqual({ ledger: 420, account: 420, keys: 420, of_sub_keys: 420 });
    const revoked = await started('update api_keys set revoked_at = now() where id = $1');
    expect(revoked.ended).toMatchObject({ state: 'stopped', reason: 'invalid_key' });
    expect(revoked.ended.credits).toBeLessThan(1000);
    expect(revoked.books.ledger).toBe(revoked.ended.credits);
  });

  it('limits the remaining credits that its sub-keys are shown', async () => {
    const { secret, key_id } = await api.newKey({ monthly_cap: 10 });
    const sub = await subKeyOf(secret, 8);
    const remaining = async (key: string) => {
      const answer = await api.call(HOME, { key });
      const told = (await api.call('/account', { key })).body;
      const header = (name: string) => Number(answer.headers.get(`x-credits-${name}`));
      expect([told.credits.remaining, told.credits.allowance]).toEqual([
        header('remaining'),
        header('limit'),
      ]);
      return told;
    };
    expect((await remaining(sub.secret)).credits).toMatchObject({ allowance: 8, used: 1, remaining: 7 });
    for (let i = 0; i < 5; i++) await api.call(HOME, { key: secret });
    api.clock.advance(3000);
    expect((await remaining(sub.secret)).credits).toMatchObject({ allowance: 8, used: 2, remaining: 3 });
    const of_parent = await remaining(secret);
    expect(of_parent.credits).toMatchObject({ allowance: 10, used: 8, remaining: 2 });
    expect(of_parent.key).toMatchObject({ id: key_id, monthly_cap: 10, used_this_month: 8 });
    expect(of_parent.sub_keys).toEqual([expect.objectContaining({ id: sub.id, used_this_month: 2 })]);
  });

  it('is credited for refunds of a sub-key, and starts again in the next month', async () => {
    const { secret, account_id, key_id } = await api.newKey({ monthly_cap: 2 });
    const sub = await subKeyOf(secret);
    const at = api.clock.now();
    const charge = (key_id: string, request_id: string, credits: number) => ({
      ...{ account_id, key_id, request_id, credits },
      operation: 'properties.get',
    });
    const month = (day: Date) => `${day.toISOString().slice(0, 7)}-01`;
    const both = [charge(sub.id, `${key_id}.1`, 1), charge(key_id, `${key_id}.2`, 1)];
    expect(await settle(database.db, month(at), at, both)).toHaveLength(2);
    const more = [charge(sub.id, `${key_id}.3`, 1)];
    const overdrawn = { code: 'DD402' };
    await expect(settle(database.db, month(at), at, more)).rejects.toMatchObject(overdrawn);
    await expect(
      settle(database.db, month(at), at, [...more, charge(key_id, `${key_id}.4`, 0)]),
    ).rejects.toMatchObject(overdrawn);
    expect(await cancel(database.db, month(at), at, both)).toBe(2);
    expect(await books(account_id)).toEqual({ ledger: 0, account: 0, keys: 0, of_sub_keys: 0 });
    const again = [charge(sub.id, `${key_id}.5`, 2)];
    expect(await settle(database.db, month(at), at, again)).toMatchObject([{ key_used: 2, parent_used: 2 }]);
    const later = new Date(at.getTime() + 40 * 86_400_000);
    expect(await settle(database.db, month(later), later, more)).toMatchObject([{ parent_used: 1 }]);
  });

  it('cannot be evaded by a key under a sub-key or under a key of another account', async () => {
    const { secret, account_id } = await api.newKey({ monthly_cap: 1 });
    const other = await api.newKey();
    const sub = await subKeyOf(secret);
    for (const parent_id of [sub.id, other.key_id])
      await expect(createKey(database.db, { account_id, parent_id, mode: 'live' })).rejects.toThrow(
        'must not be a sub-key',
      );
  });
});

it('locks the account before its keys for refunds, in the same order as settlements', async () => {
  const { account_id, key_id } = await api.newKey();
  const at = api.clock.now();
  const month = `${at.toISOString().slice(0, 7)}-01`;
  const charge = { account_id, key_id, operation: 'properties.get', credits: 1, request_id: key_id };
  await settle(database.db, month, at, [charge]);
  const holder = await database.db.connect();
  await holder.query('begin');
  await holder.query('select from account_months where account_id = $1 for update', [account_id]);
  const taken = cancel(database.db, month, at, [charge]);
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%cancel_charges%'`;
  while ((await database.db.query(waits)).rowCount === 0) await sleep(10);
  try {
    await holder.query('select from key_months where key_id = $1 for update nowait', [key_id]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await taken).toBe(1);
});

it('refunds a charge to its account, its key, the parent and its month', async () => {
  const { account_id, key_id } = await api.newKey();
  const sub = await createKey(database.db, { account_id, mode: 'live', parent_id: key_id });
  const at = api.clock.now();
  const charge = (credits: number, request_id: string) => ({
    account_id,
    key_id: sub.id,
    operation: 'properties.get',
    credits,
    request_id,
  });
  const [january, february] = ['2027-01-01', '2027-02-01'] as const;
  await settle(database.db, january, at, [charge(3, `${key_id} taken back`), charge(4, `${key_id} kept`)]);
  await settle(database.db, february, at, [charge(5, `${key_id} later`)]);
  expect(await cancel(database.db, february, at, [charge(3, `${key_id} taken back`)])).toBe(1);
  const { rows } = await database.db.query(
    `select a.month::text, a.credits_used as account, k.credits_used as key, p.sub_keys_used as parent
       from account_months a join key_months k on k.month = a.month and k.key_id = $2
       join key_months p on p.month = a.month and p.key_id = $3
      where a.account_id = $1 order by 1`,
    [account_id, sub.id, key_id],
  );
  expect(rows).toEqual([
    { month: january, account: 4, key: 4, parent: 4 },
    { month: february, account: 5, key: 5, parent: 5 },
  ]);
});
