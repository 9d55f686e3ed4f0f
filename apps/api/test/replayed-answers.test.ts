import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@domesday/db';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

// Two requests with one Idempotency-Key: one is answered from the charge of the other, whose own answer is lost.

const { uprn } = sandboxSamples().house;
const path = `/properties/${uprn}?fields=address`;
const ITEMS = [{ uprn, fields: ['address'] }];
let database: TestDatabase;
let api: TestApi;
let wire: Server;
const sockets = new Set<Socket>();
/** Whether the API receives the outcome of the next charge only after `release`. */
let hold = false;
let release: (() => void) | undefined;

beforeAll(async () => {
  database = await sandboxDatabase();
  const direct = new URL(database.url);
  wire = createServer((client) => {
    const server = connect(Number(direct.port), direct.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
    }
    client.on('data', (chunk) => {
      server.write(chunk);
      if (!hold || !chunk.includes('settle-batch')) return;
      hold = false;
      server.pause();
      release = () => void server.resume();
    });
    server.on('data', (chunk) => void client.write(chunk));
  });
  await new Promise<void>((done) => wire.listen(0, '127.0.0.1', done));
  const proxied = new URL(direct);
  proxied.port = String((wire.address() as AddressInfo).port);
  api = await startTestApi({ ...database, url: proxied.href });
});
beforeEach(() => {
  hold = false;
  release = undefined;
});
afterAll(async () => {
  await api?.close();
  for (const socket of sockets) socket.destroy();
  wire?.close();
  await database?.drop();
});

interface Asked {
  /** Sends the request on a connection of its own. */
  head: string;
  body: string;
  /** The same request, answered; returns its charge. */
  again(): Promise<number>;
}

const single = (secret: string): Asked => ({
  head: `GET /v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nIdempotency-Key: one\r\n\r\n`,
  body: '',
  again: async () => {
    const { status, headers, text } = await api.call(path, {
      key: secret,
      headers: { 'Idempotency-Key': 'one' },
    });
    expect(status, text).toBe(200);
    return Number(headers.get('x-credits-charged'));
  },
});
const batch = (secret: string): Asked => {
  const body = JSON.stringify({ operation: 'properties.get', items: ITEMS });
  return {
    head: `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nIdempotency-Key: one\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    again: async () => {
      const { text } = await api.call('/batch', { key: secret, body, headers: { 'Idempotency-Key': 'one' } });
      const line = JSON.parse(text);
      expect(line.status, text).toBe(200);
      return line.credits;
    },
  };
};
const KINDS = [
  ['a call', single],
  ['a batch', batch],
] as const;

const booked = async (account_id: string) => {
  const { rows } = await database.db.query(
    `select (select coalesce(sum(credits), 0)::int from ledger where account_id = $1) as ledger,
            (select coalesce(sum(credits_used), 0)::int from account_months where account_id = $1) as counted,
            (select count(*)::int from idempotent_answers i join api_keys k on k.id = i.key_id
              where k.account_id = $1) as stored`,
    [account_id],
  );
  return rows[0];
};

/** Sends a request whose charge has been made but is not yet known to the API. */
async function sendAndHold({ head, body }: Asked): Promise<Socket> {
  hold = true;
  const { hostname, port } = new URL(api.url);
  const client = connect(Number(port), hostname);
  client.on('error', () => {}).write(head + body);
  await expect.poll(() => release).toBeDefined();
  return client;
}

/** The usage of an account, which is written a moment later. */
const used = async (account_id: string) => {
  const { rows } = await database.db.query(
    `select sum(calls)::int as calls, sum(credits)::int as credits
       from usage_days where key_id in (select id from api_keys where account_id = $1)`,
    [account_id],
  );
  return rows[0];
};

it.each(KINDS)('keeps the charge of %s if another request received its answer', async (_, ask) => {
  const { secret, account_id } = await api.newKey();
  const asked = ask(secret);
  const client = await sendAndHold(asked);
  await expect.poll(async () => (await booked(account_id)).stored).toBe(1);
  expect(await asked.again()).toBe(0);
  client.destroy();
  await sleep(200);
  release!();
  await sleep(500);
  expect(await booked(account_id)).toEqual({ ledger: 1, counted: 1, stored: 1 });
  expect(await asked.again()).toBe(0);
  expect(await booked(account_id)).toEqual({ ledger: 1, counted: 1, stored: 1 });
  await expect.poll(() => used(account_id)).toEqual({ calls: 3, credits: 1 });
});

it.each(KINDS)('refunds %s if nobody received its answer', async (_, ask) => {
  const { secret, account_id } = await api.newKey();
  const asked = ask(secret);
  const of_another = ask((await api.newKey()).secret);
  expect(await of_another.again()).toBe(1);
  const client = await sendAndHold(asked);
  // It gets the answer with its own Idempotency-Key, which has the same text.
  expect(await of_another.again()).toBe(0);
  client.destroy();
  await sleep(200);
  release!();
  await expect.poll(() => booked(account_id)).toEqual({ ledger: 0, counted: 0, stored: 0 });
  expect(await asked.again()).toBe(1);
});

it.each([
  ['its first', 'idempotent_answers'],
  ['its last', 'ledger'],
])(
  'refunds a charge and deletes its stored answer together, also if %s write fails at first',
  async (_, table) => {
    const { secret, account_id } = await api.newKey();
    const asked = single(secret);
    const client = await sendAndHold(asked);
    await database.db.query(`
    create function fail_once() returns trigger language plpgsql as $$ begin
      raise exception 'away' using errcode = '57P03';
    end $$;
    create trigger fail_once before update or delete on ${table} for each row execute function fail_once()`);
    client.destroy();
    await sleep(200);
    release!();
    await sleep(500);
    const before = await booked(account_id);
    await database.db.query(`drop trigger fail_once on ${table}; drop function fail_once()`);
    expect(before).toEqual({ ledger: 1, counted: 1, stored: 1 });
    await expect.poll(() => booked(account_id)).toEqual({ ledger: 0, counted: 0, stored: 0 });
    expect(await asked.again()).toBe(1);
  },
);

it('does not answer a batch line free because another batch is charged for the same index at the same time', async () => {
  const { secret, account_id } = await api.newKey();
  await api.call(path, { key: secret });
  const both = await inTransaction(database.db, async (locker) => {
    await locker.query('select from account_months where account_id = $1 for update', [account_id]);
    const sent = ['address', 'epc'].map((field) => {
      const body = { operation: 'properties.get', items: [{ uprn, fields: [field] }] };
      return api.call('/batch', { key: secret, body, headers: { 'Idempotency-Key': 'one' } });
    });
    await sleep(1000);
    return sent;
  });
  const lines = (await Promise.all(both)).map(({ text }) => JSON.parse(text));
  expect(lines.map(({ status, error }) => error?.code ?? status).sort()).toEqual([
    200,
    'idempotency_key_reused',
  ]);
  expect((await booked(account_id)).ledger).toBe(2);
});

it.each(KINDS)('charges %s if the charge that it repeats is refunded meanwhile', async (_, ask) => {
  const { secret, account_id } = await api.newKey();
  const asked = ask(secret);
  expect(await asked.again()).toBe(1);
  const stored = 'from idempotent_answers where key_id in (select id from api_keys where account_id = $1)';
  const { again } = await inTransaction(database.db, async (locker) => {
    await locker.query(`select ${stored} for update`, [account_id]);
    const sent = { again: asked.again() };
    const waiting = () =>
      database.db.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
    await locker.query(`delete ${stored}`, [account_id]);
    return sent;
  });
  expect(await again).toBe(1);
  expect(await asked.again()).toBe(0);
});
