import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { inTransaction } from '@domesday/db';
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

async function start(most_in_flight: number, pool_size = 2): Promise<void> {
  const config = { host: '127.0.0.1', port: 0, database_url: database.url, log_level: 'silent' };
  api = await startApi(
    { ...config, pool_size, statement_timeout_ms: 5000, redis_url: null },
    { clock: testClock(), log, most_in_flight },
  );
}

const call = () => fetch(`${api!.url}/account`, { headers: { Authorization: `Bearer ${secret}` } });

/**
 * Locks tables while the calls of `ask` wait for them. `told` is the status of another call made meanwhile; `asked`
 * holds the waiting calls.
 */
async function whileLocked<T>(tables: string, ask: () => T, also = async () => {}) {
  return inTransaction(database.db, async (locking) => {
    await locking.query(`lock table ${tables} in access exclusive mode`);
    const asked = ask();
    const other = sleep(500).then(call);
    const told = await Promise.race([other.then(({ status }) => status), sleep(3000, 'nothing')]);
    await also();
    return { told, asked };
  });
}

it('refuses a request with 503 and Retry-After if the limit of concurrent requests is reached', async () => {
  await start(0);
  const answer = await call();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ error: { code: 'overloaded' } });
});

it('frees the place of an answered request for the next one', async () => {
  await start(1);
  for (let i = 0; i < 5; i++) {
    const answer = await call();
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
  }
});

it('limits a key that does not read its answers to its share, and leaves the other places to other keys', async () => {
  await start(4);
  const { hostname, port } = new URL(api!.url);
  const others = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const account_id = await createAccount(database.db, `reads nothing ${name}`, 'scale');
      return (await createKey(database.db, { account_id, mode: 'test' })).secret;
    }),
  );
  const ask = (key: string, headers: Record<string, string> = {}) =>
    fetch(`${api!.url}/properties/998000000001?fields=address`, {
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });
  for (const key of others.slice(0, 2)) await (await ask(key, { 'Idempotency-Key': 'large' })).text();
  // More than the buffers between two programs on one machine take.
  await database.db.query("update idempotent_answers set body = repeat('x', 12000000)");
  const sockets: Socket[] = [];
  for (const key of others.slice(0, 2)) {
    for (let i = 0; i < 2; i++) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET /v1/properties/998000000001?fields=address HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: large\r\n\r\n`,
      );
      sockets.push(socket);
      // The answer has begun, and the client reads no more of it.
      await new Promise<void>((done) => socket.once('data', () => done(void socket.pause())));
    }
  }
  expect(await Promise.all(others.map(async (key) => (await ask(key)).status))).toEqual([429, 429, 200]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask(others[0]!)).status).toBe(200);
});

it('queues the polygons of one key, so that other keys get connections, and refuses them with 429 beyond 50', async () => {
  // Two connections for the key, one for matching watches, which waits for the addresses too, and one for the other
  // call.
  await start(256, 4);
  const ring = [
    [1.48, 53.88],
    [1.52, 53.88],
    [1.52, 53.91],
    [1.48, 53.88],
  ];
  const count = () =>
    fetch(`${api!.url}/properties/within?count=true`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ polygon: { type: 'Polygon', coordinates: [ring] } }),
    }).then(({ status }) => status);
  expect(await count()).toBe(200);
  const { told, asked } = await whileLocked('addresses', () => Array.from({ length: 52 }, count));
  expect(told).toBe(200);
  expect((await Promise.all(asked)).sort()).toEqual([...Array(50).fill(200), 429, 429]);
});

it.each(['polygons', 'circles'])(
  'queues the large %s of one key if they read sales, and does not make small ones wait',
  async (form) => {
    await start(256, 10);
    const areaOf = (reach: number): string => {
      if (form === 'circles') return `lat=53.9&lng=1.5&radius_m=${reach * 40_000}`;
      const ring = [
        [1.49, 53.89],
        [1.49 + reach, 53.89],
        [1.49 + reach, 53.89 + reach],
        [1.49, 53.89],
      ];
      return `polygon=${encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))}`;
    };
    const ask = (reach: number) =>
      fetch(`${api!.url}/prices/market?${areaOf(reach)}`, {
        headers: { Authorization: `Bearer ${secret}` },
      }).then(({ status }) => status);
    expect([await ask(0.1), await ask(0.01)]).toEqual([200, 200]);
    const small: Promise<number>[] = [];
    const { told, asked: large } = await whileLocked(
      'sales, sale_squares',
      () => Array.from({ length: 52 }, () => ask(0.1)),
      async () => {
        small.push(...Array.from({ length: 3 }, () => ask(0.01)));
        await sleep(200);
      },
    );
    expect(told).toBe(200);
    expect(await Promise.all(small)).toEqual([200, 200, 200]);
    expect((await Promise.all(large)).sort()).toEqual([...Array(50).fill(200), 429, 429]);
  },
);

const UPRN = '998000000005';

it.each([
  ['searches of listings without a place', 'listings', '/listings?listing_type=sale'],
  ['comparables of which few may pass a filter', 'sales', `/prices/${UPRN}/comparables?bedrooms_min=9`],
  ['values of a past day', 'sales', `/valuations/${UPRN}/sale?as_of=2024-01-01`],
])('queues %s of one key, quotes included', async (_what, table, path) => {
  await start(256, 10);
  const ask = (also = '') =>
    fetch(`${api!.url}${path}${also}`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      ({ status }) => status,
    );
  const { told, asked } = await whileLocked(table, () =>
    Array.from({ length: 52 }, (_, i) => ask(`&quote=${i % 2 === 0}`)),
  );
  expect(told).toBe(200);
  const refused = (await Promise.all(asked)).filter((status) => status === 429);
  expect(refused).toEqual([429, 429]);
});

it('queues the requests of one account for its usage, since they may read a whole day of charges', async () => {
  await start(256, 4);
  const ask = () =>
    fetch(`${api!.url}/account/usage`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      ({ status }) => status,
    );
  expect(await ask()).toBe(200);
  const { told, asked } = await whileLocked('ledger', () => Array.from({ length: 52 }, ask));
  expect(told).toBe(200);
  expect((await Promise.all(asked)).sort()).toEqual([...Array(50).fill(200), 429, 429]);
});
