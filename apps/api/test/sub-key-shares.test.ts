import { connect, type Socket } from 'node:net';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestAnswer, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A client makes sub-keys in the portal by itself, and by allowing clients over OAuth: up to 200, at no cost.
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query("insert into plans values ('slow', 1000, 2)");
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function family(plan: string, sub_keys: number): Promise<{ parent: string; keys: string[] }> {
  const account_id = await createAccount(database.db, 'makes sub-keys', plan);
  const parent = await createKey(database.db, { account_id, mode: 'test' });
  const made = Array.from({ length: sub_keys }, () =>
    createKey(database.db, { account_id, mode: 'test', parent_id: parent.id }),
  );
  return { parent: parent.secret, keys: (await Promise.all(made)).map(({ secret }) => secret) };
}

/** Begins a batch and sends no input of it. */
async function hold(key: string, address: string): Promise<Socket> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((done) => socket.once('connect', done));
  socket.write(
    `POST /v1/batch?operation=properties.get HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\n\r\n`,
  );
  return socket;
}

const batch = (key: string, address: string) =>
  api.call('/batch', {
    key,
    headers: { 'X-Forwarded-For': address },
    body: { operation: 'properties.get', items: [{ uprn: '998000000001', fields: 'address' }] },
  });

it('leaves places for batches of others, however many sub-keys of one key occupy some from whatever addresses', async () => {
  const { parent, keys } = await family('scale', 16);
  const held = await Promise.all(
    keys.flatMap((key, i) => Array.from({ length: 4 }, () => hold(key, `198.51.100.${i}`))),
  );
  try {
    await expect.poll(async () => (await batch(parent, '192.0.2.1')).status).toBe(429);
    const refused = await batch(parent, '192.0.2.1');
    expect(refused.body.error.message).toContain('This key with its parent and their sub-keys');
    expect((await batch(api.testKey, '192.0.2.2')).status).toBe(200);
  } finally {
    for (const socket of held) socket.destroy();
  }
});

it('leaves a place for a batch of another account, however many batches four others send endlessly', async () => {
  const families = await Promise.all(Array.from({ length: 4 }, () => family('scale', 4)));
  const held = await Promise.all(
    families.flatMap(({ keys }, f) =>
      keys.flatMap((key) => Array.from({ length: 4 }, () => hold(key, `198.51.100.${f}`))),
    ),
  );
  try {
    // The last of them are refused: by then each of the four has all that it may have.
    const one = () => batch(families[3]!.parent, '192.0.2.1');
    await expect.poll(async () => (await one()).status).not.toBe(200);
    expect((await batch(api.testKey, '192.0.2.2')).status).toBe(200);
  } finally {
    for (const socket of held) socket.destroy();
  }
});

it('allows the sub-keys of a key at most ten times its limit together, however many they are', async () => {
  const { parent, keys } = await family('slow', 12);
  const answers: TestAnswer[] = [];
  for (const key of [...keys, ...keys]) answers.push(await api.call('/account', { key }));
  expect(answers.map(({ status }) => status === 200)).toEqual(answers.map((_, i) => i < 20));
  expect(answers.at(-1)!.body.error.message).toBe(
    'More than 20 requests of the sub-keys of one key in 10 seconds. Wait 8 s and repeat the call.',
  );
  expect((await api.call('/account', { key: parent })).status).toBe(200);
});

it('queues the polygons of all sub-keys of a key together, like those of one key', async () => {
  const { keys } = await family('scale', 2);
  const ring = [
    [1.48, 53.88],
    [1.5, 53.88],
    [1.5, 53.9],
    [1.48, 53.88],
  ];
  const count = (key: string) =>
    api.call('/properties/within?count=true', {
      key,
      body: { polygon: { type: 'Polygon', coordinates: [ring] } },
    });
  const locking = await database.db.connect();
  await locking.query('begin; lock table addresses in access exclusive mode');
  try {
    // Two are being answered and 48 wait.
    const statuses = Array.from({ length: 52 }, async (_, i) => (await count(keys[i % 2]!)).status);
    const refused = await Promise.race(statuses);
    expect(refused).toBe(429);
    await locking.query('rollback');
    expect((await Promise.all(statuses)).sort()).toEqual([...Array(50).fill(200), 429, 429]);
  } finally {
    await locking.query('rollback');
    locking.release();
  }
});

it('allows the sub-keys of a key at most ten times its limit of map tiles together', async () => {
  await database.db.query("insert into plans values ('slowest', 1000, 1)");
  const { keys } = await family('slowest', 11);
  const square = (key: string) =>
    fetch(`${api.url}/tiles/schools/14/8260/5290.mvt`, { headers: { Authorization: `Bearer ${key}` } });
  const statuses: number[] = [];
  for (const key of keys)
    for (let i = 0; i < 20; i++) {
      const answer = await square(key);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  expect(statuses.map((status) => status === 429)).toEqual(statuses.map((_, i) => i >= 200));
});
