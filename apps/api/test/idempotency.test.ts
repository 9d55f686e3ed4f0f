import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
const { uprn } = sandboxSamples().house;
const path = `/properties/${uprn}`;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const credits = async (account_id: string): Promise<number> => {
  const { rows } = await database.db.query(
    'select coalesce(sum(credits), 0) as n from ledger where account_id = $1',
    [account_id],
  );
  return rows[0].n;
};

it('answers the same key and request with the same bytes, free', async () => {
  const { secret, account_id } = await api.newKey();
  const headers = { 'Idempotency-Key': 'first-try' };
  const first = await api.call(path, { key: secret, headers });
  const second = await api.call(path, { key: secret, headers });
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('x-credits-charged')).toBe('0');
  expect(await credits(account_id)).toBe(1);
});

it('deducts nothing for a test key that repeats a call, and answers it from the stored answer', async () => {
  const { secret, account_id } = await api.newKey({ mode: 'test' });
  const headers = { 'Idempotency-Key': 'of-a-test' };
  const first = await api.call(path, { key: secret, headers });
  expect(first.status).toBe(200);
  expect(first.headers.get('x-credits-charged')).toBe('0');
  expect((await api.call(path, { key: secret, headers })).headers.get('idempotency-replayed')).toBe('true');
  expect(await credits(account_id)).toBe(0);
  const { rows } = await database.db.query(
    'select coalesce(sum(credits_used), 0) as n from account_months where account_id = $1',
    [account_id],
  );
  expect(rows[0].n).toBe(0);
});

it('charges once for twenty concurrent calls with the same key', async () => {
  const { secret, account_id } = await api.newKey();
  const headers = { 'Idempotency-Key': 'all-at-once' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.call(path, { key: secret, headers })),
  );
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((a) => a.text)).size).toBe(1);
  expect(await credits(account_id)).toBe(1);
});

it('refuses the key for another request, and separates the keys of two callers', async () => {
  const [one, two] = [await api.newKey(), await api.newKey()];
  const headers = { 'Idempotency-Key': 'mine' };
  await api.call(path, { key: one.secret, headers });
  const other = await api.call(`${path}?fields=address`, { key: one.secret, headers });
  expect(other.status).toBe(422);
  expect(other.body.error.code).toBe('idempotency_key_reused');
  const foreign = await api.call(`${path}?fields=address`, { key: two.secret, headers });
  expect(foreign.status).toBe(200);
  expect(foreign.headers.get('idempotency-replayed')).toBeNull();
});

it('forgets the answer after 24 hours and charges again', async () => {
  const { secret, account_id } = await api.newKey();
  const headers = { 'Idempotency-Key': 'yesterday' };
  await api.call(path, { key: secret, headers });
  api.clock.advance(24 * 3_600_000 + 1);
  const later = await api.call(path, { key: secret, headers });
  expect(later.headers.get('idempotency-replayed')).toBeNull();
  expect(await credits(account_id)).toBe(2);
});

it('does not store a refusal, so that a failed call can be tried again', async () => {
  const { secret } = await api.newKey({ monthly_cap: 0 });
  const headers = { 'Idempotency-Key': 'poor' };
  expect((await api.call(path, { key: secret, headers })).status).toBe(402);
  await database.db.query('update api_keys set monthly_cap = 5 where monthly_cap = 0');
  expect((await api.call(path, { key: secret, headers })).status).toBe(200);
});

describe('when another request with the same key was charged but its answer could not be sent', () => {
  // The other call is charged just before this one, and refunded just after.
  beforeAll(() =>
    database.db.query(`
      create sequence others;
      create function another_was_first() returns trigger language plpgsql as $$ begin
        if nextval('others') <= 2 then raise unique_violation; end if;
        return new;
      end $$;
      create trigger another_was_first before insert on idempotent_answers
        for each row execute function another_was_first()`),
  );
  afterAll(() => database.db.query('drop function another_was_first cascade; drop sequence others'));
  beforeEach(() => database.db.query(`select setval('others', 1, false)`));

  it('charges the repeated call, and answers it', async () => {
    const { secret, account_id } = await api.newKey();
    const repeated = await api.call(path, { key: secret, headers: { 'Idempotency-Key': 'cut-before' } });
    expect([repeated.status, repeated.headers.get('x-credits-charged')]).toEqual([200, '1']);
    expect(await credits(account_id)).toBe(1);
  });

  it('charges the repeated item of a batch, and answers it', async () => {
    const { secret, account_id } = await api.newKey();
    const { text } = await api.call('/batch', {
      key: secret,
      body: { operation: 'properties.get', items: [{ uprn: String(uprn) }] },
      headers: { 'Idempotency-Key': 'cut-batch' },
    });
    expect(JSON.parse(text.split('\n')[0]!)).toMatchObject({ status: 200, credits: 1 });
    expect(await credits(account_id)).toBe(1);
  });
});
