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

const WATCHED = {
  purpose: 'a test',
  ends_on: '2027-06-30',
  uprn: String(house.uprn),
  events: ['value_moved'],
};

async function client() {
  const account_id = await createAccount(database.db, 'watches', 'scale');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  return async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const sent = await fetch(`${api.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(sent.status).toBeLessThan(300);
    return (await sent.json()) as { id: string };
  };
}

const watchOf = async (id: string) =>
  (await database.db.query('select value, valued_release from watches where id = $1', [id])).rows[0];

it('values a watched home once the database can, after it failed to', async () => {
  const post = await client();
  await database.db.query('alter table energy_certificates rename to elsewhere');
  const { id: webhook_id } = await post('/webhooks', { url: 'http://127.0.0.1:9/hook' });
  const { id } = await post('/watches', { ...WATCHED, webhook_id, value_moved_pct: 1 });
  await expect.poll(() => logged.filter((line) => line.includes(id)).length).toBe(1);
  await database.db.query('alter table elsewhere rename to energy_certificates');
  clock.advance(60_000);
  await expect.poll(async () => (await watchOf(id)).value).toBeGreaterThan(0);
});

it('reports a move that happened while the endpoint was off once it is on, measured from the last reported value', async () => {
  const post = await client();
  const { id: webhook_id } = await post('/webhooks', { url: 'http://127.0.0.1:9/hook' });
  const { id: other } = await post('/webhooks', { url: 'http://127.0.0.1:9/other' });
  const off = await post('/watches', { ...WATCHED, webhook_id });
  const on = await post('/watches', { ...WATCHED, webhook_id: other });
  for (const { id } of [off, on]) await expect.poll(async () => (await watchOf(id)).value).toBeGreaterThan(0);
  // As if the watch had last reported half of the value, from a release long ago.
  await database.db.query(`update webhooks set status = 'off', off_reason = 'failed' where id = $1`, [
    webhook_id,
  ]);
  await database.db.query(
    `update watches set value = value / 2, valued_release = '2000-01' where id = any($1)`,
    [[off.id, on.id]],
  );
  const messages = async (id: string) =>
    (
      await database.db.query('select body, watch_id from webhook_deliveries where webhook_id = $1', [id])
    ).rows.map(({ body, watch_id }) => [JSON.parse(body).data.moved_pct, watch_id]);
  await expect.poll(() => messages(other)).toEqual([[100, on.id]]);
  expect(await messages(webhook_id)).toEqual([]);
  await post(`/webhooks/${webhook_id}/switch-on`, {});
  await expect.poll(() => messages(webhook_id)).toEqual([[100, off.id]]);
});

it('reports a move of exactly the requested size, up or down, and no smaller move that rounds to it', async () => {
  const post = await client();
  const { id: webhook_id } = await post('/webhooks', { url: 'http://127.0.0.1:9/just' });
  const grown = [1.05, 0.95, 1.04996, 0.95004];
  const ids: string[] = [];
  for (const [i, by] of grown.entries()) {
    const purpose = `a move to the ${by}-fold`;
    const { id } = await post('/watches', { ...WATCHED, webhook_id, purpose, value_moved_pct: 5 });
    await expect.poll(async () => (await watchOf(id)).value).toBeGreaterThan(0);
    ids[i] = id;
  }
  await database.db.query(
    `update watches w set value = value / g.by, valued_release = '2000-01'
       from unnest($1::uuid[], $2::float8[]) as g (id, by) where w.id = g.id`,
    [ids, grown],
  );
  for (const id of ids) await expect.poll(async () => (await watchOf(id)).valued_release).not.toBe('2000-01');
  const { rows } = await database.db.query('select body from webhook_deliveries where webhook_id = $1', [
    webhook_id,
  ]);
  const told = rows.map(({ body }) => JSON.parse(body).data);
  expect(told.map(({ watch_id, moved_pct }) => [ids.indexOf(watch_id), moved_pct]).sort()).toEqual([
    [0, 5],
    [1, -5],
  ]);
});
