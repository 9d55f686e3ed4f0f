import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@domesday/db';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Charge, cancel, settle } from '../src/accounts/ledger.query.ts';

// The connection breaks at the worst moment: the charge is committed, but its outcome never arrives.

let database: TestDatabase;
let api: TestApi;
let wire: Server;
const path = `/properties/${sandboxSamples().house.uprn}?fields=address`;

/** How the proxy treats the next settlement, and whether it accepts new connections. */
let next: 'through' | 'lose the outcome' | 'lose the statement' | 'panic' | 'hold the statement' | 'warn' =
  'through';
let away = false;
/** Delivers the delayed statement. */
let deliver: (() => void) | undefined;
let settlements = 0;
let cancellations = 0;
/** How many cancellations are answered with a warning. */
let warn_of = 0;
const sockets = new Set<Socket>();
/** The message of a server that has no room for its log and shuts down. */
const PANIC = response('E', { S: 'PANIC', V: 'PANIC', C: '53100', M: 'No space left on device' });

/**
 * The message of a server whose wait for its standby was cancelled: the commit is local, and may be lost in a
 * failover.
 */
const WARNING = response('N', { S: 'WARNING', V: 'WARNING', C: '01000', M: 'canceling wait' });

/** An ErrorResponse or a NoticeResponse of PostgreSQL's protocol. */
function response(kind: 'E' | 'N', fields: Record<string, string>): Buffer {
  const text = Object.entries(fields).map(([name, value]) => `${name}${value}\0`);
  const body = Buffer.from(`${text.join('')}\0`);
  const head = Buffer.from(`${kind}\0\0\0\0`);
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
        // The server's side stays open for a while, so that it finishes what it received, as behind a pooler.
        setTimeout(() => server.destroy(), 15_000).unref();
      });
    }
    let lost = false;
    client.on('data', (chunk) => {
      if (chunk.includes('settle-batch')) settlements++;
      if (chunk.includes('cancel-charges') && ++cancellations <= warn_of) client.write(WARNING);
      const settles = chunk.includes('settle-batch') && next !== 'through';
      if (settles && next === 'warn') client.write(WARNING);
      if (settles && next === 'hold the statement') deliver = () => server.write(chunk);
      else if (!settles || next !== 'lose the statement') server.write(chunk);
      if (!settles) return;
      const panics = next === 'panic';
      const warns = next === 'warn';
      next = 'through';
      if (warns) return;
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

/** The database cannot be reached, and its connections are broken. */
function leave(): void {
  away = true;
  for (const socket of sockets)
    if (socket.localPort === (wire.address() as AddressInfo).port) socket.destroy();
}

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

it('answers if the charge was made although the reply of the database was lost', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'lose the outcome';
  const answer = await api.call(path, { key: secret });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-credits-remaining')).toBe('99');
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('answers if the charge was made although the database server went down while replying', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'panic';
  expect((await api.call(path, { key: secret })).status).toBe(200);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('repeats a charge that never reached the database', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'lose the statement';
  expect((await api.call(path, { key: secret })).status).toBe(200);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('refunds a charge whose request got a 503, once the database answers again', async () => {
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

it('keeps a charge whose request had an Idempotency-Key, and repeats its answer free', async () => {
  const { secret, account_id } = await api.newKey();
  const headers = { 'Idempotency-Key': 'lost' };
  next = 'lose the outcome';
  expect((await api.call(path, { key: secret, headers })).status).toBe(200);
  const again = await api.call(path, { key: secret, headers });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('charges once if the first settlement is still running when it is repeated', async () => {
  const { secret, account_id } = await api.newKey();
  await api.call(path, { key: secret });
  const { asked } = await inTransaction(database.db, async (blocker) => {
    await blocker.query('select from account_months where account_id = $1 for update', [account_id]);
    next = 'lose the outcome';
    const sent = { asked: api.call(path, { key: secret }) };
    await sleep(1200);
    return sent;
  });
  expect((await asked).status).toBe(200);
  expect(await owed(account_id)).toEqual({ ledger: 2, account: 2, keys: 2 });
});

it('repeats a settlement whose commit came with a warning, and answers once it is confirmed without one', async () => {
  const { secret, account_id } = await api.newKey();
  settlements = 0;
  next = 'warn';
  const answer = await api.call(path, { key: secret });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-credits-remaining')).toBe('99');
  expect(settlements).toBe(2);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('charges nothing if a settlement arrives long after its request was refused', async () => {
  const { secret, account_id } = await api.newKey();
  await api.call(path, { key: secret });
  next = 'hold the statement';
  const asked = api.call(path, { key: secret });
  await sleep(200);
  leave();
  expect((await asked).status).toBe(503);
  away = false;
  const cancelled = async () =>
    (await database.db.query('select from ledger where account_id = $1 and credits = 0', [account_id]))
      .rowCount;
  for (let tries = 0; tries < 100 && (await cancelled()) === 0; tries++) await sleep(100);
  expect(await cancelled()).toBe(1);
  deliver!();
  await sleep(1000);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
  expect((await api.call(path, { key: secret })).headers.get('x-credits-remaining')).toBe('98');
});

it('charges nothing if a settlement arrives after its repetition was refused for lack of credits', async () => {
  const { secret, account_id, key_id } = await api.newKey();
  await api.call(path, { key: secret });
  const cap = (credits: number | null) =>
    database.db.query('update api_keys set monthly_cap = $2 where id = $1', [key_id, credits]);
  next = 'hold the statement';
  const asked = api.call(path, { key: secret });
  await sleep(200);
  await cap(1);
  expect((await asked).status).toBe(402);
  const noted = async () =>
    (await database.db.query('select from ledger where account_id = $1 and credits = 0', [account_id]))
      .rowCount;
  for (let tries = 0; tries < 100 && (await noted()) === 0; tries++) await sleep(100);
  await cap(null);
  deliver!();
  await sleep(1000);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('repeats a refund that came with a warning, and writes it again if nothing is left to refund', async () => {
  const { secret, account_id } = await api.newKey();
  await api.call(path, { key: secret });
  cancellations = 0;
  warn_of = 2;
  next = 'lose the outcome';
  const asked = api.call(path, { key: secret });
  await sleep(200);
  leave();
  expect((await asked).status).toBe(503);
  away = false;
  const written = async () =>
    (
      await database.db.query('select xmin::text from ledger where account_id = $1 and credits = 0', [
        account_id,
      ])
    ).rows[0]?.xmin;
  const seen = new Set<string>();
  for (let tries = 0; tries < 100 && cancellations < 3; tries++) {
    seen.add(await written());
    await sleep(100);
  }
  await sleep(1500);
  seen.add(await written());
  expect(cancellations).toBe(3);
  expect(seen.size).toBeGreaterThanOrEqual(3);
  expect(await owed(account_id)).toEqual({ ledger: 1, account: 1, keys: 1 });
});

it('settles and refunds by the request id, without reading the whole ledger', async () => {
  const { account_id } = await api.newKey();
  const { rows } = await database.db.query<{ id: string }>('select id from api_keys where account_id = $1', [
    account_id,
  ]);
  const key_id = rows[0]!.id;
  await database.db.query(
    `insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
     select timestamptz '2025-01-01' + n * interval '1 second', '2025-01-01', $1, $2, 'status.get', 1, 'req_' || n
     from generate_series(10, 200000, 10) n`,
    [account_id, key_id],
  );
  await database.db.query('vacuum analyze ledger');
  await database.db.query(
    `insert into account_months values ($1, '2025-01-01', 20000) on conflict do nothing`,
    [account_id],
  );
  await database.db.query(`insert into key_months values ($1, '2025-01-01', 20000) on conflict do nothing`, [
    key_id,
  ]);
  const at = new Date('2025-01-02T00:00:00Z');
  const charge = (request_id: string): Charge => ({
    account_id,
    key_id,
    operation: 'status.get',
    credits: 1,
    request_id,
  });
  const before = await scans();
  await settle(database.db, '2025-01-01', at, [charge('req_10'), charge('req_20')]);
  expect(await cancel(database.db, '2025-01-01', at, [charge('req_86400'), charge('req_never')])).toBe(1);
  expect(await scans()).toBe(before);
  expect((await owed(account_id)).ledger).toBe(19_999);
  await database.db.query('delete from ledger where account_id = $1', [account_id]);
});

/** Number of full reads of the ledger. */
async function scans(): Promise<number> {
  const client = await database.db.connect();
  try {
    await client.query('select pg_stat_force_next_flush()');
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query("select seq_scan from pg_stat_user_tables where relname = 'ledger'");
    return rows[0].seq_scan;
  } finally {
    client.release();
  }
}
