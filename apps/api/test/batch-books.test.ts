import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey, type KeyMode } from '@domesday/api/accounts';
import { inTransaction } from '@domesday/db';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startProxy, type TcpProxy } from '../../../test/faults/lib/proxy.ts';
import type { Tracer } from '../src/http/health/tracing.ts';

// A batch charges, reports and sends the same items, whatever breaks while it runs.

const METRICS_TOKEN = 'made-up-collector-token';
let database: TestDatabase;
let uprns: string[];
let proxy: TcpProxy;
let api: RunningApi;
let logged: { credits: number; operation?: string; items?: number; status: number }[];
let troubles: { level: number; msg: string; error?: string }[];
let spans: number[];
const clock = testClock();
const tracer: Tracer = {
  request: (_parent, work) => work(({ attributes }) => spans.push(Number(attributes['domesday.credits']))),
  queries: () => {},
  step: () => () => {},
  stop: async () => {},
};

beforeAll(async () => {
  database = await sandboxDatabase();
  const { rows } = await database.db.query<{ uprn: number }>(
    'select uprn from addresses where postcode is not null order by uprn limit 1000',
  );
  uprns = rows.map(({ uprn }) => String(uprn));
  proxy = await startProxy([Number(new URL(database.url).port)]);
});
beforeEach(async () => {
  logged = [];
  troubles = [];
  spans = [];
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const log = pino(
    { level: 'info' },
    { write: (line) => void (line.includes('"method"') ? logged : troubles).push(JSON.parse(line)) },
  );
  const settings = { host: '127.0.0.1', port: 0, log_level: 'info', redis_url: null };
  const limits = { pool_size: 6, statement_timeout_ms: 30_000, metrics_token: METRICS_TOKEN };
  const started = await startApi({ ...settings, ...limits, database_url: url.href }, { clock, log, tracer });
  let closed: Promise<void> | undefined;
  api = { ...started, close: () => (closed ??= started.close()) };
});
afterEach(async () => {
  proxy.mend();
  await api.close();
});
afterAll(async () => {
  await proxy?.close();
  await database?.drop();
});

async function newKey(mode: KeyMode = 'live') {
  const account_id = await createAccount(database.db, 'books', 'scale');
  const { secret, id } = await createKey(database.db, { account_id, mode });
  return { secret, account_id, key_id: id };
}

async function booked(account_id: string): Promise<{ ledger: number; counted: number; rows: number }> {
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as ledger, (count(*) filter (where credits > 0))::int as rows,
            (select coalesce(sum(credits_used), 0)::int from account_months where account_id = $1) as counted
       from ledger where account_id = $1`,
    [account_id],
  );
  return rows[0];
}

interface Line {
  index: number;
  status: number;
  credits: number;
  error?: { code: string };
}

/** A batch on its own connection; the test decides when its inputs are sent. */
function open(secret: string, headers = '') {
  const { hostname, port } = new URL(api.url);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  socket.on('error', () => {});
  socket.write(
    `POST /v1/batch?operation=properties.get HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n${headers}\r\n`,
  );
  const lines = (): Line[] => linesIn(received);
  return {
    socket,
    lines,
    send(some: readonly string[]) {
      this.sendText(some.map((uprn) => `${JSON.stringify({ uprn })}\n`).join(''));
    },
    sendText(text: string) {
      socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
    },
    async until(count: number) {
      while (lines().length < count && !socket.destroyed) await sleep(10);
      return lines();
    },
    async end() {
      socket.write('0\r\n\r\n');
      while (!received.endsWith('\r\n0\r\n\r\n')) await sleep(10);
      socket.destroy();
    },
  };
}

/** The lines that have arrived whole. */
const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{"index":') ? [JSON.parse(line)] : []));

/** Waits until the API has written its log line: by then the whole request is settled. */
async function logLine(count = 1): Promise<void> {
  while (logged.length < count) await sleep(20);
}

const sumOf = (lines: readonly { credits: number }[]) => lines.reduce((sum, { credits }) => sum + credits, 0);

/** Credits in each of the books after the API has stopped. */
async function everyBook({ account_id, key_id }: { account_id: string; key_id: string }) {
  const answer = await fetch(new URL('/metrics', api.url), {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const metrics = await answer.text();
  const number = (pattern: RegExp) => Number(pattern.exec(metrics)?.[1] ?? 0);
  await api.close();
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as credits, coalesce(sum(calls), 0)::int as calls from usage_days
      where key_id = $1 and operation = 'properties.get'`,
    [key_id],
  );
  const { ledger, counted } = await booked(account_id);
  const told = logged.filter(({ status }) => status !== 404);
  return {
    ...{ ledger, counted, usage: rows[0].credits, metrics: number(/domesday_credits_charged_total (\d+)/) },
    ...{ log: sumOf(told), spans: spans.reduce((sum, one) => sum + one, 0) },
    calls: rows[0].calls,
  };
}

it('sends the lines that were charged if the charge of one item fails, and answers that item with a free 503', async () => {
  const key = await newKey();
  await database.db.query(`
    create function fail_one() returns trigger language plpgsql as $$ begin
      if not exists (select from new_rows where request_id like '%.30') then return null; end if;
      -- The first refusal parts the settlement; alone, the charge fails as where the database goes away.
      if (select count(*) from new_rows) > 1 then raise exception 'parted' using errcode = 'DD402'; end if;
      raise exception 'away' using errcode = '57P03';
    end $$;
    create trigger fail_one after insert on ledger referencing new table as new_rows
      for each statement execute function fail_one()`);
  const batch = open(key.secret);
  batch.send(uprns.slice(0, 50));
  const lines = await batch.until(50);
  await batch.end();
  await database.db.query('drop trigger fail_one on ledger; drop function fail_one()');
  expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  const failed = lines.filter(({ status }) => status !== 200);
  expect(failed.map(({ index, status, credits, error }) => [index, status, credits, error!.code])).toEqual([
    [30, 503, 0, 'unavailable'],
  ]);
  const { ledger, counted, rows } = await booked(key.account_id);
  expect([ledger, counted, rows]).toEqual([sumOf(lines), sumOf(lines), 49]);
});

it.each([
  ['between two looks at the key', 0],
  ['so that the key cannot be looked up', 5000],
])('continues after the database was away in the middle, %s', async (_, later_ms) => {
  const key = await newKey();
  const batch = open(key.secret);
  batch.send(uprns.slice(0, 60));
  await batch.until(60);
  proxy.cut();
  clock.advance(later_ms);
  batch.send(uprns.slice(60, 90));
  const without = (await batch.until(90)).slice(60);
  expect(without.map(({ status, credits, error }) => [status, credits, error!.code])).toEqual(
    Array(30).fill([503, 0, 'unavailable']),
  );
  proxy.mend();
  batch.send(uprns.slice(90, 120));
  const lines = await batch.until(120);
  await batch.end();
  expect(lines.slice(90).map(({ status }) => status)).toEqual(Array(30).fill(200));
  await logLine();
  const books = await everyBook(key);
  const sum = sumOf(lines);
  expect(sum).toBeGreaterThan(0);
  expect(books).toEqual({
    ...{ ledger: sum, counted: sum, usage: sum, metrics: sum, log: sum, spans: sum, calls: 120 },
  });
});

it('states the error of an unreadable line even if no line can be answered', async () => {
  const { secret } = await newKey();
  const batch = open(secret);
  batch.send(uprns.slice(0, 1));
  await batch.until(1);
  proxy.cut();
  clock.advance(120_000);
  batch.sendText(`{"uprn":"${uprns[1]}"}\n{"uprn"\n{"uprn":"${uprns[2]}"}\n`);
  const lines = await batch.until(4);
  await batch.end();
  expect(lines.map(({ status, error }) => [status, error?.code])).toEqual([
    [200, undefined],
    [503, 'unavailable'],
    [400, 'malformed_request'],
    [503, 'unavailable'],
  ]);
});

it('answers each line after the key is revoked with a free 401, and ends the batch normally', async () => {
  const { secret, account_id, key_id } = await newKey();
  const batch = open(secret);
  batch.send(uprns.slice(0, 60));
  await batch.until(60);
  await database.db.query('update api_keys set revoked_at = now() where id = $1', [key_id]);
  clock.advance(3000);
  batch.sendText(
    `${uprns
      .slice(60, 180)
      .map((uprn) => `{"uprn":"${uprn}"}\n`)
      .join('')}{"uprn"\n`,
  );
  const lines = await batch.until(181);
  await batch.end();
  const answered = lines.slice(0, 60);
  expect(answered.every(({ status }) => status === 200)).toBe(true);
  const refused = new Set(
    lines.slice(60, 180).map((one) => `${one.status} ${one.error?.code} ${one.credits}`),
  );
  expect([...refused]).toEqual(['401 invalid_key 0']);
  expect(lines[180]).toMatchObject({ index: 180, status: 400, credits: 0 });
  await logLine();
  expect(await booked(account_id)).toMatchObject({ ledger: 60, counted: 60 });
});

it('logs each kind of failing background work once while the database is away, and logs its recovery', async () => {
  const { secret } = await newKey();
  await fetch(`${api.url}/properties/${uprns[0]}`, { headers: { authorization: `Bearer ${secret}` } });
  proxy.cut();
  const errors = () => troubles.filter(({ level }) => level >= 50);
  while (errors().length < 4) await sleep(100);
  const failed = errors();
  expect(new Set(failed.map(({ msg, error }) => `${msg} ${error}`)).size).toBe(failed.length);
  proxy.mend();
  const works = () => new Set(troubles.filter(({ level }) => level < 40).map(({ msg }) => msg));
  const kinds = new Set(failed.map(({ msg }) => msg));
  while ([...kinds].some((msg) => !works().has(`no longer: ${msg}`))) await sleep(50);
});

it('states the same credits in log, ledger, usage, metrics and trace, whether a batch is read or cut', async () => {
  const key = await newKey();
  const whole = open(key.secret);
  whole.send(uprns.slice(0, 70));
  await whole.until(70);
  await whole.end();
  await logLine(1);
  const sum = sumOf(whole.lines());
  expect(logged.at(-1)).toMatchObject({ operation: 'properties.get', items: 70, credits: sum, status: 200 });
  // Cut while its second portion waits for a locked account: that portion is charged and then refunded.
  const cut = open(key.secret);
  cut.send(uprns.slice(100, 120));
  await cut.until(20);
  await inTransaction(database.db, async (locker) => {
    await locker.query('select from account_months where account_id = $1 for update', [key.account_id]);
    cut.send(uprns.slice(120, 150));
    await sleep(500);
    cut.socket.destroy();
    await sleep(200);
  });
  await logLine(2);
  const paid = sum + sumOf(cut.lines());
  expect(logged.at(-1)).toMatchObject({ items: 50, credits: sumOf(cut.lines()), status: 499 });
  const books = await everyBook(key);
  expect(books).toEqual({
    ...{ ledger: paid, counted: paid, usage: paid, metrics: paid, log: paid, spans: paid, calls: 120 },
  });
});

it('charges a client that never reads only for what was handed to its connection, even if the server stops', async () => {
  const key = await newKey();
  const body = JSON.stringify({ operation: 'properties.get', items: uprns.map((uprn) => ({ uprn })) });
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  socket.write(
    `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let blocked = await booked(key.account_id);
  for (let same = 0; same < 4; ) {
    await sleep(1000);
    const now = await booked(key.account_id);
    same = now.rows > 0 && now.rows === blocked.rows ? same + 1 : 0;
    blocked = now;
  }
  expect(blocked.rows).toBeLessThan(1000);
  // The stop cuts the connection after ten seconds; data in transit can still be read.
  await api.close();
  const after = await booked(key.account_id);
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  socket.resume();
  await new Promise((done) => socket.once('close', done));
  const lines = linesIn(received);
  const read = lines.length;
  expect(read).toBeGreaterThan(0);
  expect(blocked.rows - after.rows).toBeGreaterThan(0);
  expect(blocked.rows - after.rows).toBeLessThanOrEqual(50);
  // Part of the 16 KB that were in transit may have arrived as well, free of charge.
  expect(read - after.rows).toBeGreaterThanOrEqual(0);
  expect(read - after.rows).toBeLessThan(5);
  expect(after.counted).toBe(after.ledger);
  expect(after.ledger).toBe(sumOf(lines.slice(0, after.rows)));
  const { rows } = await database.db.query(
    'select sum(credits)::int as credits from usage_days where key_id = $1',
    [key.key_id],
  );
  expect(rows[0].credits).toBe(after.ledger);
});

/** Lets a call about a home be recorded as cut: it was sent, and the connection ended before the batch did. */
async function cutOnce(secret: string, uprn: string): Promise<number> {
  const batch = open(secret);
  batch.send([uprn]);
  const [line] = await batch.until(1);
  const lines = logged.length;
  batch.socket.resetAndDestroy();
  await logLine(lines + 1);
  return line!.credits;
}

it('repeats a cut call free, however often its answer is cut again', async () => {
  const key = await newKey();
  const [first, second] = [uprns[3]!, uprns[4]!];
  const price = await cutOnce(key.secret, first);
  expect(price).toBeGreaterThan(0);
  // Sent, and the connection closes later.
  expect(await cutOnce(key.secret, first)).toBe(0);
  // Never sent: another item of the portion waits for a locked account, and the client leaves meanwhile.
  const lines = await inTransaction(database.db, async (locker) => {
    await locker.query('select from account_months where account_id = $1 for update', [key.account_id]);
    const left = open(key.secret);
    left.send([first, second]);
    await sleep(500);
    const before = logged.length;
    left.socket.destroy();
    await sleep(200);
    return before;
  });
  await logLine(lines + 1);
  const last = open(key.secret);
  last.send([first, first]);
  expect((await last.until(2)).map(({ credits }) => credits).sort()).toEqual([0, price]);
  await last.end();
  expect((await booked(key.account_id)).ledger).toBe(2 * price);
});

it('keeps the free repetition of a cut call if an attempt at it fails with 503', async () => {
  const key = await newKey();
  const price = await cutOnce(key.secret, uprns[5]!);
  expect(price).toBeGreaterThan(0);
  await database.db.query(`
    create function fail_all() returns trigger language plpgsql as $$ begin
      raise exception 'away' using errcode = '57P03';
    end $$;
    create trigger fail_all before insert on idempotent_answers for each statement execute function fail_all()`);
  const call = (more: Record<string, string> = {}) =>
    fetch(`${api.url}/properties/${uprns[5]}`, {
      headers: { authorization: `Bearer ${key.secret}`, ...more },
    });
  const alone = await call({ 'idempotency-key': 'one' });
  const many = open(key.secret, 'Idempotency-Key: many\r\n');
  many.send([uprns[5]!]);
  const [line] = await many.until(1);
  await many.end();
  await database.db.query('drop trigger fail_all on idempotent_answers; drop function fail_all()');
  expect([alone.status, line!.status]).toEqual([503, 503]);
  expect((await call()).headers.get('x-credits-charged')).toBe('0');
});
