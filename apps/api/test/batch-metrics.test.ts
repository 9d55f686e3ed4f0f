import { request } from 'node:http';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

const METRICS_TOKEN = 'made-up-token-of-the-collector';
const uprn = String(sandboxSamples().house.uprn);
const clock = testClock();
let database: TestDatabase;
let api: Awaited<ReturnType<typeof startApi>>;
let headers: Record<string, string>;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startApi(
    {
      ...{ host: '127.0.0.1', port: 0, database_url: database.url, log_level: 'info', redis_url: null },
      ...{ pool_size: 6, statement_timeout_ms: 10_000, metrics_token: METRICS_TOKEN },
    },
    { clock, log: pino({ level: 'silent' }) },
  );
  const account_id = await createAccount(database.db, 'measured', 'scale');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  headers = { Authorization: `Bearer ${secret}` };
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function metric(name: string): Promise<number> {
  const answer = await fetch(new URL('/metrics', api.url), {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
}

it('counts a batch as in flight until it ends, separately from single calls', async () => {
  expect(await metric('domesday_batches_in_flight')).toBe(0);
  const sending = request(`${api.url}/batch?operation=properties.get`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
  });
  sending.on('response', (answer) => answer.resume());
  sending.write(`{"uprn":"${uprn}"}\n`);
  await expect.poll(() => metric('domesday_batches_in_flight')).toBe(1);
  expect(await metric('domesday_requests_in_flight')).toBe(0);
  sending.end();
  await expect.poll(() => metric('domesday_batches_in_flight')).toBe(0);
});

it('counts the charges of a job like those of calls and batches', async () => {
  const before = await metric('domesday_charges_total');
  const items = Array.from({ length: 60 }, () => ({ uprn }));
  const answer = await fetch(`${api.url}/jobs`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ operation: 'properties.get', items }),
  });
  const { id } = (await answer.json()) as { id: string };
  const state = async () => {
    clock.advance(1000);
    return ((await (await fetch(`${api.url}/jobs/${id}`, { headers })).json()) as { state: string }).state;
  };
  await expect.poll(state, { timeout: 10_000 }).toBe('done');
  expect((await metric('domesday_charges_total')) - before).toBe(60);
  const { rows } = await database.db.query('select count(*)::int as charges from ledger');
  expect(await metric('domesday_charges_total')).toBe(rows[0].charges);
});
