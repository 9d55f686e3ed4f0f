import { randomUUID } from 'node:crypto';
import { createAccount, createKey, setRevoked } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics } from '../src/http/health/metrics.ts';
import type { RateLimiter } from '../src/http/limits/local-rate-limit.ts';
import type { LoadedData } from '../src/http/meta/meta.ts';
import { createDeliverer } from '../src/webhooks/deliver.ts';

const clock = testClock();
const now = () => clock.now();
let database: TestDatabase;
let account_id: string;
let key_id: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  account_id = await createAccount(database.db, 'made for queues', 'scale');
  key_id = (await createKey(database.db, { account_id, mode: 'live' })).id;
});
afterAll(() => database?.drop());

function measured(db = database.db) {
  const metrics = createMetrics({
    ...{ db, now_ms: () => now().getTime(), inFlight: () => 0, batches: () => 0 },
    loadedData: async () => ({ loads: new Map(), served: new Map() }) as unknown as LoadedData,
    limiter: { shared: false } as RateLimiter,
  });
  const shown = async () => {
    const { text } = await metrics.text();
    return Object.fromEntries(
      [...text.matchAll(/^domesday_(\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    );
  };
  return { metrics, shown };
}

async function webhook(path: string, due_s: number, attempts = 0, of = account_id): Promise<string> {
  const { rows } = await database.db.query(
    "insert into webhooks (account_id, url, secret) values ($1, $2, 'made up') returning id",
    [of, path],
  );
  const at = new Date(now().getTime() - due_s * 1000);
  await database.db.query(
    `insert into webhook_deliveries (webhook_id, type, body, attempts, next_at, created_at)
       values ($1, 'webhook.test', '{}', $2, $3, $3)`,
    [rows[0].id, attempts, at],
  );
  return rows[0].id;
}

it('shows how long the oldest waiting job has waited, ignoring jobs that are being answered', async () => {
  const { shown } = measured();
  expect(await shown()).toMatchObject({ jobs_unfinished: 0, job_wait_seconds: 0 });
  for (const [waited_s, lease] of [
    [600, null],
    [9000, '1 minute'],
  ])
    await database.db.query(
      `insert into jobs (id, account_id, key_id, operation, source, parameters, state, credit_ceiling,
         credits_at_most, created_at, run_at, leased_until)
       values ($1, $2, $3, 'properties.get', 'items', '{}', 'waiting', 0, 0, $4, $4, now() + $5::interval)`,
      [randomUUID(), account_id, key_id, new Date(now().getTime() - Number(waited_s) * 1000), lease],
    );
  expect(await shown()).toMatchObject({ jobs_unfinished: 2, job_wait_seconds: 600 });
});

it('shows how late the oldest message is that could be sent, and the outcomes of sent messages', async () => {
  const { metrics, shown } = measured();
  const nothing = { delivered: 0, tried_again: 0, failed: 0 };
  const outcomes = (of: typeof nothing) =>
    Object.fromEntries(
      Object.entries(of).map(([name, n]) => [`webhook_attempts_total{outcome="${name}"}`, n]),
    );
  expect(await shown()).toMatchObject({ message_wait_seconds: 0, webhooks_off: 0, ...outcomes(nothing) });
  await webhook('good', 60);
  await webhook('busy', 30);
  await webhook('gone', 20);
  await webhook('dead', 10, 9);
  const off = await webhook('off', 8000);
  await database.db.query("update webhooks set status = 'off' where id = $1", [off]);
  const locked_out = await createAccount(database.db, 'locked out', 'scale');
  const { id } = await createKey(database.db, { account_id: locked_out, mode: 'live' });
  await setRevoked.run(database.db, { key_id: id });
  await webhook('locked out', 9000, 0, locked_out);
  expect(await shown()).toMatchObject({ message_wait_seconds: 60, webhooks_off: 0 });

  const answers: Record<string, number> = { good: 204, busy: 503, gone: 410, dead: 500 };
  const deliverer = createDeliverer({
    ...{ db: database.db, log: pino({ level: 'silent' }), now, onSent: metrics.sent },
    post: async (url) => ({ status: answers[url]!, retry_after: null }),
  });
  while ((await deliverer.begin()) > 0);
  await deliverer.allEnded();
  expect(await shown()).toMatchObject({
    ...{ message_wait_seconds: 0, webhooks_off: 1 },
    ...outcomes({ delivered: 1, tried_again: 1, failed: 2 }),
  });
});

it('shows no queue, instead of an empty one, if the database does not answer', async () => {
  const away = {
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
    query: () => Promise.reject(new Error('away')),
  };
  const text = Object.keys(await measured(away as never).shown()).join('\n');
  expect(text).toContain('pool_idle');
  expect(text).not.toMatch(/wait_seconds|jobs_unfinished|webhooks_off/);
});
