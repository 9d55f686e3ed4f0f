import { createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

const url = 'https://example.org/hooks';
const make = (idempotency_key: string, asked: { url?: string; key?: string } = {}) =>
  api.call('/webhooks', {
    key: asked.key ?? api.liveKey,
    body: { url: asked.url ?? url },
    headers: { 'idempotency-key': idempotency_key },
  });
const ids = async () =>
  (await api.call('/webhooks', { key: api.liveKey })).body.webhooks.map(({ id }: { id: string }) => id);

it('makes one endpoint however often its request is repeated, and returns its secret each time', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => make('lost')));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  expect(made.map(({ headers }) => headers.get('idempotency-replayed')).sort()).toEqual([
    null,
    'true',
    'true',
    'true',
  ]);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  expect(made[0]!.body.secret).toMatch(/^whsec_/);
  expect(await ids()).toEqual([made[0]!.body.id]);
});

it('makes another endpoint for another Idempotency-Key or key of the account, or once the first is deleted', async () => {
  const [first] = await ids();
  const parent = await database.db.query('select account_id from webhooks where id = $1', [first]);
  const other = await createKey(database.db, { account_id: parent.rows[0].account_id, mode: 'live' });
  const made = [await make('another'), await make('lost', { key: other.secret })];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  await api.call(`/webhooks/${first}`, { key: api.liveKey, method: 'DELETE' });
  expect((await make('lost')).status).toBe(201);
});

it('refuses an Idempotency-Key that was used for another endpoint', async () => {
  const { status, body } = await make('lost', { url: 'https://example.org/others' });
  expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused']);
});
