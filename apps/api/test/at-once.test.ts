import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let secret: string;
let api: RunningApi | undefined;
const log = pino({ level: 'silent' });
beforeAll(async () => {
  database = await sandboxDatabase();
  const account_id = await createAccount(database.db, 'asks at once', 'scale');
  secret = (await createKey(database.db, { account_id, mode: 'test' })).secret;
});
afterEach(() => api?.close());
afterAll(() => database?.drop());

async function start(most_in_flight: number): Promise<void> {
  const config = { host: '127.0.0.1', port: 0, database_url: database.url, log_level: 'silent' };
  api = await startApi(
    { ...config, pool_size: 2, statement_timeout_ms: 5000, redis_url: null },
    { clock: testClock(), log, most_in_flight },
  );
}

const call = () => fetch(`${api!.url}/account`, { headers: { Authorization: `Bearer ${secret}` } });

it('turns a request away with 503 and Retry-After where as many as allowed are being answered', async () => {
  await start(0);
  const answer = await call();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ error: { code: 'overloaded' } });
});

it('gives the place of an answered request to the next', async () => {
  await start(1);
  for (let i = 0; i < 5; i++) {
    const answer = await call();
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
  }
});
