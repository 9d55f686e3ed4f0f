import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@domesday/db';
import { sandboxFacts } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chargesMade, takeBack } from '../src/accounts/unknown-outcome.query.ts';

// The connection breaks at the worst moment: the charge is committed, and its outcome never arrives.

let database: TestDatabase;
let api: TestApi;
let wire: Server;
const path = `/properties/${sandboxFacts().house.uprn}?fields=address`;

/** How the wire treats the next settlement, and whether new connections get through. */
let next: 'through' | 'lose the outcome' | 'lose the statement' | 'panic' = 'through';
let away = false;
const sockets = new Set<Socket>();
/** What a server says that finds no room for its log and goes down. */
const PANIC = errorResponse({ S: 'PANIC', V: 'PANIC', C: '53100', M: 'No space left on device' });

/** An ErrorResponse of PostgreSQL's protocol. */
function errorResponse(fields: Record<string, string>): Buffer {
  const text = Object.entries(fields).map(([kind, value]) => `${kind}${value}\0`);
  const body = Buffer.from(`${text.join('')}\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

beforeAll(async () => {
  database = await sandboxDatabase();
  const direct = new URL(database.url);
  wire = createServer((client) => {
    if (away) return void client.destroy();
    const server = connect(Number(direct.port), direct.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        // The server's end stays open for a moment, so that it finishes what it was sent.
        setTimeout(() => server.destroy(), 500);
      });
    }
    let lost = false;
    client.on('data', (chunk) => {
      const settles = chunk.includes('settle-charge') && next !== 'through';
      if (!settles || next !== 'lose the statement') server.write(chunk);
      if (!settles) return;
      const panics = next === 'panic';
      next = 'through';
      lost = true;
      setTimeout(() => (panics ? client.end(PANIC) : client.destroy()), 300);
    });
    server.on('data', (chunk) => void (lost || client.write(chunk)));
  });
  await new Promise<void>((done) => wire.listen(0, '127.0.0.1', done));
  const proxied = new URL(direct);
  proxied.port = String((wire.address() as AddressInfo).port);
  api = await startTestApi({ ...database, url: proxied.href });
});
beforeEach(() => {
  next = 'through';
  away = false;
});
afterAll(async () => {
  await api?.close();
  for (const socket of sockets) socket.destroy();
  wire?.close();
  await database?.drop();
});

async function owed(account_id: string): Promise<{ ledger: number; account: number; keys: number }> {
  const { rows } = await database.db.query(
    `select (select coalesce(sum(credits), 0) from ledger where account_id = $1) as ledger,
            (select coalesce(sum(credits_used), 0) from account_months where account_id = $1) as account,
            (select coalesce(sum(m.credits_used), 0) from key_months m join api_keys k on k.id = m.key_id
             where k.account_id = $1) as keys`,
    [account_id],
  );
  return rows[0];
}

it('answers a charge that was made although its outcome was lost', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'lose the outcome';
  const answer = await api.call(path, { key: secret });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-credits-remaining')).toBe('99');
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('answers a charge that was made though the server went down as it said so', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'panic';
  expect((await api.call(path, { key: secret })).status).toBe(200);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('makes a charge once more that never arrived', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'lose the statement';
  expect((await api.call(path, { key: secret })).status).toBe(200);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('takes a charge back whose request got a 503, once the database can be asked again', async () => {
  const { secret, account_id } = await api.newKey();
  expect((await api.call(path, { key: secret })).status).toBe(200);
  next = 'lose the outcome';
  const asked = api.call(path, { key: secret });
  await sleep(200);
  away = true;
  for (const socket of sockets) if (socket.remotePort && socket.localPort) socket.pause();
  const refused = await asked;
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await owed(account_id)).toEqual({ ledger: 2, account: 2, keys: 2 });
  for (const socket of sockets) socket.destroy();
  away = false;
  for (let tries = 0; tries < 100 && (await owed(account_id)).ledger !== 1; tries++) await sleep(100);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('keeps a charge whose request bore an Idempotency-Key, and answers its repetition free', async () => {
  const { secret, account_id } = await api.newKey();
  const headers = { 'Idempotency-Key': 'lost' };
  next = 'lose the outcome';
  expect((await api.call(path, { key: secret, headers })).status).toBe(200);
  const again = await api.call(path, { key: secret, headers });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('finds a charge in a long ledger by its time, not by reading the ledger', async () => {
  const { account_id } = await api.newKey();
  const { rows } = await database.db.query<{ id: string }>('select id from api_keys where account_id = $1', [
    account_id,
  ]);
  await database.db.query(
    `insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
     select timestamptz '2025-01-01' + n * interval '1 second', '2025-01-01', $1, $2, 'status.get', 1, 'req_' || n
     from generate_series(1, 200000) n`,
    [account_id, rows[0]!.id],
  );
  await database.db.query('vacuum analyze ledger');
  const plans: string[] = [];
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const plan = await database.db.query(`explain ${text}`, values);
      plans.push(JSON.stringify(plan.rows));
      return { rows: [{ taken: 0 }] };
    },
  } as unknown as Queryable;
  const at = new Date('2025-01-02T00:00:00Z');
  await chargesMade(explaining, at, ['req_86400']);
  await takeBack(explaining, at, ['req_86400']);
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('ledger_charged_at');
    expect(plan).not.toContain('Seq Scan on ledger');
  }
  expect(await takeBack(database.db, at, ['req_86400', 'req_1'])).toBe(1);
  await database.db.query('delete from ledger where account_id = $1', [account_id]);
});
