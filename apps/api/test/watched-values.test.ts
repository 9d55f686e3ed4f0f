import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { house } = sandboxSamples();
const clock = testClock();
const logged: string[] = [];
let database: TestDatabase;
let api: RunningApi;

beforeAll(async () => {
  database = await sandboxDatabase();
  const config = { host: '127.0.0.1', port: 0, database_url: database.url, log_level: 'warn' };
  const limits = { pool_size: 6, statement_timeout_ms: 30_000, redis_url: null, webhooks_anywhere: true };
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  api = await startApi({ ...config, ...limits }, { clock, log, messages_every_ms: 50 });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it('a watched home that the database failed to value is valued once it can be', async () => {
  const account_id = await createAccount(database.db, 'watches', 'scale');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const sent = await fetch(`${api.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(sent.status).toBe(201);
    return (await sent.json()) as { id: string };
  };
  await database.db.query('alter table energy_certificates rename to elsewhere');
  const { id: webhook_id } = await post('/webhooks', { url: 'http://127.0.0.1:9/hook' });
  const watched = { webhook_id, purpose: 'a test', ends_on: '2027-06-30', uprn: String(house.uprn) };
  const { id } = await post('/watches', { ...watched, events: ['value_moved'], value_moved_pct: 1 });
  await expect.poll(() => logged.filter((line) => line.includes(id)).length, { timeout: 30_000 }).toBe(1);
  await database.db.query('alter table elsewhere rename to energy_certificates');
  clock.advance(60_000);
  const value = async () =>
    (await database.db.query('select value from watches where id = $1', [id])).rows[0].value;
  await expect.poll(value, { timeout: 30_000 }).toBeGreaterThan(0);
});
