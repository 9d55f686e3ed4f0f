import type { Db } from '@domesday/db';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../packages/sdk/src/index.ts';
import { keysOfAccount } from '../src/accounts/keys.query.ts';
import { createKey } from '../src/accounts/keys.ts';
import { BUDGET_BYTES } from '../src/accounts/stored-answers.ts';
import { recountDay } from '../src/accounts/usage.query.ts';
import { createUsageRecorder } from '../src/accounts/usage.ts';
import { usageByDay, usageSums } from '../src/domains/account/usage.query.ts';
import { rowsRead } from './rows-read.ts';

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

describe('counts of usage whose write failed', () => {
  /** The database, whose next statements are lost: before they arrive, or after they are committed. */
  function losing(db: Db, next: { lost: 'before' | 'after' | null }): Db {
    return new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          const { lost } = next;
          next.lost = null;
          const broken = Object.assign(new Error('Connection terminated unexpectedly'), {
            code: 'ECONNRESET',
          });
          if (lost === 'before') throw broken;
          const answer = await Reflect.apply(value, target, args);
          if (lost === 'after') throw broken;
          return answer;
        };
      },
    });
  }

  it.each(['before', 'after'] as const)(
    'are written once if the connection broke %s the commit',
    async (when) => {
      const { key_id } = await api.newKey();
      const next = { lost: when as 'before' | 'after' | null };
      const errors: unknown[] = [];
      const clock = testClock();
      const usage = createUsageRecorder(losing(database.db, next), clock.now, (step) =>
        step().then(
          () => {},
          (error) => void errors.push(error),
        ),
      );
      const call = {
        key_id,
        operation: 'account.get',
        status: 200,
        credits: 2,
        would_be_credits: 0,
        charged_at: null,
        took_ms: 3,
      };
      usage.record(call);
      usage.record(call);
      await usage.flush();
      usage.record(call);
      await usage.flush();
      await usage.stop();
      const { rows } = await database.db.query(
        'select calls, credits, ok, latency_buckets from usage_days where key_id = $1',
        [key_id],
      );
      expect(errors).toHaveLength(1);
      expect(rows).toEqual([expect.objectContaining({ calls: 3, credits: 6, ok: 3 })]);
      expect(rows[0].latency_buckets.reduce((sum: number, n: string) => sum + Number(n), 0)).toBe(3);
    },
  );
});

it('gives the same credits in the ledger, the API and the portal if a killed process lost its counts', async () => {
  const { secret, key_id, account_id } = await api.newKey({ plan: 'starter' });
  for (let i = 0; i < 4; i++) await api.call('/properties/998000000001?fields=address', { key: secret });
  const told = await api.call('/account/usage', { key: secret });
  // Counts that the process had not yet written are gone.
  await database.db.query('delete from usage_days where key_id = $1', [key_id]);
  const after = await api.call('/account/usage', { key: secret });
  const origin = new URL(api.url).origin;
  const portal = await fetch(`${origin}/portal/usage`, { headers: { Authorization: `Bearer ${secret}` } });
  const { rows } = (await portal.json()) as { rows: { operation: string; credits: number; calls: number }[] };
  const ledger = await database.db.query(
    'select sum(credits)::integer as credits from ledger where account_id = $1',
    [account_id],
  );
  const of = (answer: typeof after) =>
    answer.body.endpoints.find((one: { operation: string }) => one.operation === 'properties.get');
  const inPortal = rows.find(({ operation }) => operation === 'properties.get')!;
  expect(ledger.rows[0].credits).toBe(4);
  expect([of(told).credits, of(after).credits, inPortal.credits]).toEqual([4, 4, 4]);
  expect([of(after).calls, inPortal.calls]).toEqual([4, 4]);
});

describe('the usage of an account with a long history, among others', () => {
  const OPERATIONS = ['addresses.match', 'properties.get'];
  const DAYS = 300;
  const OTHERS = 20;
  const NEWEST = '2026-08-31';
  /** Two calls a day of each operation, one of them refused; the first bucket of the histogram holds both. */
  const used = (key_ids: string[]) =>
    database.db.query(
      `insert into usage_days (key_id, day, operation, calls, would_be_credits, ok, client_errors, latency_buckets,
         last_used_at)
       select k, d::date, o, 2, 3, 1, 1, '{2}', d + interval '9 hours'
         from unnest($1::uuid[]) k, unnest($2::text[]) o,
              generate_series($3::timestamptz - make_interval(days => $4), $3::timestamptz, '1 day') d`,
      [key_ids, OPERATIONS, NEWEST, DAYS - 1],
    );
  let own: Awaited<ReturnType<TestApi['newKey']>>;
  let stranger: typeof own;
  let sub: Awaited<ReturnType<typeof createKey>>;
  beforeAll(async () => {
    own = await api.newKey({ mode: 'test' });
    const { account_id, key_id: parent_id } = own;
    sub = await createKey(database.db, { account_id, mode: 'test', parent_id });
    stranger = await api.newKey();
    const others = await Promise.all(
      Array.from({ length: OTHERS }, () =>
        createKey(database.db, { account_id: stranger.account_id, mode: 'test' }),
      ),
    );
    await used([parent_id, ...[sub, ...others].map(({ id }) => id)]);
    await database.db.query('analyze usage_days');
  });

  it('has the same totals by endpoint, by day and by key', async () => {
    const { body } = await api.call('/account/usage?from=2026-08-30&to=2026-08-31', { key: own.secret });
    expect(body.totals).toEqual({ calls: 16, credits: 0, would_be_credits: 24, errors: 8 });
    const endpoint = {
      calls: 8,
      credits: 0,
      would_be_credits: 12,
      ok: 4,
      client_errors: 4,
      server_errors: 0,
    };
    expect(body.endpoints).toEqual([
      { endpoint: '/addresses/match', operation: 'addresses.match', ...endpoint, p95_ms: 1 },
      { endpoint: '/properties/{uprn}', operation: 'properties.get', ...endpoint, p95_ms: 1 },
    ]);
    const sums = { calls: 8, credits: 0 };
    expect(body.daily).toEqual(['2026-08-30', '2026-08-31'].map((date) => ({ date, ...sums })));
    const keys = [own.key_id, sub.id].map((key_id) => expect.objectContaining({ key_id, ...sums }));
    expect(body.keys).toEqual(keys);
    const ofSub = await api.call('/account/usage?from=2026-08-30&to=2026-08-31', { key: sub.secret });
    expect([ofSub.body.totals.calls, ofSub.body.keys.length]).toEqual([8, 1]);
  });

  it('is read from the counters of its keys and months only, and the last use from the newest day', async () => {
    const days = { from: '2026-08-30', to: '2026-08-31', open: '2026-09-01' };
    const period = { account_id: own.account_id, key_id: null, ...days };
    // The sum of a month shows whether its days were counted correctly.
    const of_two_keys_and_a_month = 2 * 31 * OPERATIONS.length;
    expect(await rowsRead(database.db, 'usage_days', usageByDay, period)).toBe(of_two_keys_and_a_month);
    expect(await rowsRead(database.db, 'usage_days', usageSums, period)).toBe(of_two_keys_and_a_month);
    // The newest day of each key, and its rows.
    const month = { account_id: stranger.account_id, month: '2026-08-01' };
    const keys = await keysOfAccount.rows(database.db, month);
    const last = keys.flatMap(({ last_used_at }) => last_used_at?.toISOString() ?? []);
    expect(last).toEqual(Array(OTHERS).fill(`${NEWEST}T09:00:00.000Z`));
    expect(await rowsRead(database.db, 'usage_days', keysOfAccount, month)).toBe(
      OTHERS * (1 + OPERATIONS.length),
    );
  });
});

it('does not count a call as answered if its charge was refunded', async () => {
  const { account_id, key_id } = await api.newKey();
  await database.db.query(
    `insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
     select '2025-04-21T09:00:00Z', '2025-04-01', $1, $2, operation, credits, operation || credits
       from (values ('risks.get', 8), ('risks.get', 0), ('prices.market', 0)) as v (operation, credits)`,
    [account_id, key_id],
  );
  await recountDay.run(database.db, { day: '2025-04-21', buckets: 21 });
  const { rows } = await database.db.query('select calls, ok from usage_days where key_id = $1', [key_id]);
  expect(rows).toEqual([{ calls: 1, ok: 1 }]);
});

it('names every operation by its path, also those that are not tools', async () => {
  const { secret } = await api.newKey({ plan: 'starter' });
  const square = [
    [0, 0],
    [0, 0.001],
    [0.001, 0.001],
    [0, 0],
  ].map(([x, y]) => [1.49 + x!, 53.89 + y!]);
  const polygon = { type: 'Polygon', coordinates: [square] };
  await api.call('/changes', { key: secret });
  const within = await api.call('/properties/within', { key: secret, body: { polygon } });
  expect(within.status, within.text).toBe(200);
  const { endpoints } = (await api.call('/account/usage', { key: secret })).body;
  expect(endpoints.map((one: { endpoint: string }) => one.endpoint)).toEqual(
    expect.arrayContaining(['/changes', '/properties/within']),
  );
});

it('deletes the oldest stored answers of a client that sends an Idempotency-Key with each call, within its budget', async () => {
  const { secret, key_id } = await api.newKey({ plan: 'scale', mode: 'test' });
  const client = createClient({ apiKey: secret, baseUrl: api.url, retries: 0 });
  const kept = async () =>
    (
      await database.db.query(
        'select count(*)::integer as n, coalesce(sum(octet_length(body)), 0)::float8 as bytes from idempotent_answers where key_id = $1',
        [key_id],
      )
    ).rows[0] as { n: number; bytes: number };
  for (let i = 0; i < 300; i++) {
    api.clock.advance(100);
    await client.properties.get({ uprn: '998000000001' });
  }
  const after = await kept();
  expect(after.n).toBe(300);
  // The number of whole records that fit in the budget of a key: more than a busy client of the SDK requests in a day.
  expect(BUDGET_BYTES / (after.bytes / after.n)).toBeGreaterThan(1000);
  await database.db.query(
    `update idempotent_answers set body = repeat('x', ${Math.ceil(BUDGET_BYTES / 300)}) where key_id = $1`,
    [key_id],
  );
  api.clock.advance(11_000);
  for (let i = 0; i < 30; i++) {
    api.clock.advance(1000);
    await client.properties.get({ uprn: '998000000001' });
  }
  // The oldest were removed, and none of the newest.
  const full = await kept();
  expect(full.bytes).toBeLessThan(BUDGET_BYTES);
  expect(full.bytes).toBeGreaterThan(BUDGET_BYTES / 4);
});
