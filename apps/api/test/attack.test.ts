import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStoredAnswers } from '../src/accounts/stored-answers.ts';
import { readyProbe } from '../src/http/health/ready.ts';

let database: TestDatabase;
let api: TestApi;
let root: URL;
const sockets: Socket[] = [];
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  root = new URL('/', api.url);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** A connection that sends and, while it is paused, reads nothing. */
function open(bytes: string, reading = true): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect(Number(root.port), root.hostname, () => {
      if (!reading) socket.pause();
      socket.write(bytes, () => done(socket));
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) fail(error);
      else done(socket);
    });
    sockets.push(socket);
  });
}

describe('connections', () => {
  it('use less than 400 MB for 100 of them with 61 KB of pipelined requests each, if no answer is read, and do not block others', async () => {
    const one = 'GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
    const many = one.repeat(Math.floor(61_000 / one.length));
    const before_bytes = process.memoryUsage().rss;
    let peak_bytes = before_bytes;
    const watch = setInterval(() => {
      peak_bytes = Math.max(peak_bytes, process.memoryUsage().rss);
    }, 20);
    await Promise.all(Array.from({ length: 100 }, () => open(many, false)));
    for (let i = 0; i < 10; i++) expect((await api.call('/account')).status).toBe(200);
    clearInterval(watch);
    expect((peak_bytes - before_bytes) / 1024 ** 2).toBeLessThan(400);
  });

  it('are closed if they have more pipelined requests than a client needs; 16 are answered', async () => {
    const health = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const answersTo = async (requests: number): Promise<number> => {
      const socket = await open(
        health.repeat(requests - 1) + health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      await new Promise((done) => socket.once('close', done));
      return text.split('HTTP/1.1 200').length - 1;
    };
    expect(await answersTo(16)).toBe(16);
    expect(await answersTo(200)).toBeLessThan(200);
  });

  it('are closed after a thousand requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const once = (): Promise<string | undefined> =>
      new Promise((done, fail) => {
        get(new URL('/health', root), { agent }, (answer) => {
          answer.resume().on('end', () => done(answer.headers.connection));
        }).on('error', fail);
      });
    for (let i = 1; i < 1000; i++) expect(await once()).toBe('keep-alive');
    expect(await once()).toBe('close');
    agent.destroy();
  });
});

describe('request bodies that do not arrive', () => {
  const head = (key: string) =>
    `POST /v1/addresses/match HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;

  it('take no places of other callers, even if one key opens 300 requests', async () => {
    await database.db.query("insert into plans values ('attack', 2000000000, 100000)");
    const { secret } = await api.newKey({ plan: 'attack', mode: 'test' });
    let refused = 0;
    const slow = await Promise.all(Array.from({ length: 300 }, () => open(head(secret))));
    for (const socket of slow)
      socket.on('data', (chunk) => (refused += /^HTTP.1.1 429/.test(String(chunk)) ? 1 : 0));
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call('/account')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all(
      slow.map((socket) => socket.closed || new Promise((done) => socket.once('close', done))),
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('are refused with 408 if they arrive too slowly', async () => {
    const socket = await open(head(api.testKey));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const trickle = setInterval(() => socket.write('{'), 200);
    await new Promise((done) => socket.once('close', done));
    clearInterval(trickle);
    expect(text).toMatch(/^HTTP\/1\.1 408/);
  });
});

describe('invented keys', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('are limited by the address that a trusted proxy names, without limiting others', async () => {
    const made_up = (i: number) => `svc_live_${String(i).padStart(40, '0')}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    const ask = (i: number): Promise<number> =>
      new Promise((done, fail) => {
        const headers = { ...from('203.0.113.7'), Authorization: `Bearer ${made_up(i)}` };
        get(`${api.url}/account`, { agent, headers }, (answer) => {
          answer.resume().on('end', () => done(answer.statusCode!));
        }).on('error', fail);
      });
    const asked = Array.from({ length: 500 }, (_, i) => ask(i));
    const other = await api.call('/account', { headers: from('203.0.113.8') });
    const statuses = await Promise.all(asked);
    agent.destroy();
    expect(other.status).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    // A key in use is not blocked by these requests, although it calls from the same address.
    expect((await api.call('/account')).status).toBe(200);
    expect((await api.call('/account', { headers: from('203.0.113.7') })).status).toBe(200);
  });
});

describe('invented sessions', () => {
  it.each([
    ['/portal/session', 200],
    ['/v1/account', 401],
    ['/no/such/path', 404],
  ])('are limited by address before the database is read: %s', async (path, status) => {
    // Starts a new window: each path gets as many requests as the limit of one address in its window.
    api.clock.advance(10_000);
    const ask = (i: number, address: string) =>
      fetch(new URL(path, root), {
        headers: { 'X-Forwarded-For': address, Cookie: `domesday_session=${String(i).padStart(43, 'a')}` },
      });
    const answers = await Promise.all(Array.from({ length: 150 }, (_, i) => ask(i, '203.0.113.20')));
    const of = (wanted: number) => answers.filter((answer) => answer.status === wanted).length;
    expect([of(status), of(429)]).toEqual([100, 50]);
    expect((await ask(1, '203.0.113.21')).status).toBe(status);
  });

  it('do not count against a real session', async () => {
    api.clock.advance(10_000);
    const begun = await fetch(new URL('/portal/session', root), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.22' },
      body: JSON.stringify({ key: api.testKey }),
    });
    const headers = {
      Cookie: begun.headers.get('set-cookie')!.split(';')[0]!,
      'X-Forwarded-For': '203.0.113.22',
    };
    for (let i = 0; i < 120; i++) {
      const answer = await fetch(new URL('/portal/session', root), { headers });
      expect(((await answer.json()) as { signed_in: boolean }).signed_in).toBe(true);
    }
  });

  it('cannot be tried with more than 20 keys in ten seconds from one address', async () => {
    api.clock.advance(10_000);
    const guess = (address: string) =>
      fetch(new URL('/portal/session', root), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify({ key: `svc_live_${'0'.repeat(40)}` }),
      }).then(({ status }) => status);
    const statuses = [];
    for (let i = 0; i < 25; i++) statuses.push(await guess('203.0.113.23'));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    expect(await guess('203.0.113.24')).toBe(401);
  });
});

it('allows a key twenty times as many map tiles as calls, and no more', async () => {
  await database.db.query("insert into plans values ('attack-tiles', 100, 2)");
  const { secret } = await api.newKey({ plan: 'attack-tiles', mode: 'test' });
  const statuses = [];
  for (let i = 0; i < 42; i++) {
    const answer = await fetch(`${api.url}/tiles/schools/12/0/0.mvt`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(40).fill(204), 429, 429]);
});

it('reads the database at most once a second for any number of readiness probes, and again if the clock is set back', async () => {
  let queries = 0;
  const counting = new Proxy(database.db, {
    get(target, name) {
      if (name === 'query') queries++;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let now_ms = api.clock.now().getTime();
  const probe = readyProbe(
    counting,
    async () => ({ db: counting }),
    () => now_ms,
    () => false,
  );
  const told: number[] = [];
  const res = { status: (status: number) => ({ json: () => told.push(status) }) };
  const ask = async (later_ms: number) => {
    now_ms += later_ms;
    queries = 0;
    await probe({} as never, res as never);
    return queries;
  };
  await Promise.all(Array.from({ length: 500 }, () => probe({} as never, res as never)));
  expect(told).toEqual(Array.from({ length: 500 }, () => 200));
  const once = queries;
  expect(once).toBeLessThan(10);
  expect([await ask(999), await ask(1), await ask(999), await ask(-1000)]).toEqual([0, once, 0, once]);
});

describe('stored answers', () => {
  it('are deleted after 24 hours', async () => {
    const { secret, key_id } = await api.newKey({ plan: 'scale', mode: 'test' });
    const headers = { 'Idempotency-Key': 'kept-for-a-day' };
    await api.call('/properties/998000000001', { key: secret, headers });
    const kept = createStoredAnswers(
      database.db,
      () => api.clock.now(),
      async (step) => void (await step()),
    );
    const count = async () =>
      (await database.db.query('select 1 from idempotent_answers where key_id = $1', [key_id])).rowCount;
    await kept.forget();
    expect(await count()).toBe(1);
    api.clock.advance(24 * 3_600_000 + 1000);
    await kept.forget();
    kept.stop();
    expect(await count()).toBe(0);
  });

  it('have a limit of bytes for each key, also for a test key: the oldest are deleted', async () => {
    const { secret, key_id } = await api.newKey({ plan: 'scale', mode: 'test' });
    const hours_ago = (hours: number) => new Date(api.clock.now().getTime() - hours * 3_600_000);
    const keep = (name: string, hours: number, mb: number, of = key_id) =>
      database.db.query(
        `insert into idempotent_answers values ($1, $2, '\\x00', $3, 'text/plain', repeat('x', $4 * 1024 * 1024))`,
        [of, name, hours_ago(hours), mb],
      );
    const other = await api.newKey({ plan: 'scale' });
    for (const name of ['oldest', 'of another key']) await keep(name, 0.5, 7, other.key_id);
    await keep('oldest', 3, 7);
    await keep('older', 2, 7);
    await keep('newer', 1, 7);
    // Answers of charged batches take no room from others, and are never removed before their time.
    await keep('batch 0', 23, 0);
    const ask = (name: string, key = secret) =>
      api.call('/properties/998000000001', { key, headers: { 'Idempotency-Key': name } });
    expect((await ask('one-more', other.secret)).status).toBe(200);
    expect((await ask('one-more')).status).toBe(200);
    expect((await ask('one-more')).headers.get('idempotency-replayed')).toBe('true');
    const left = async (of: string) => {
      const { rows } = await database.db.query(
        'select idempotency_key as name from idempotent_answers where key_id = $1 order by answered_at, name desc',
        [of],
      );
      return rows.map(({ name }) => name);
    };
    expect(await left(key_id)).toEqual(['batch 0', 'newer', 'one-more']);
    expect(await left(other.key_id)).toEqual(['oldest', 'of another key', 'one-more']);
  });
});

describe.each([
  ['/v1/openapi.json', false],
  ['/v1/status', true],
])('%s', (path, with_key) => {
  const ask = (headers: Record<string, string>) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((done, fail) => {
      const key = with_key ? { Authorization: `Bearer ${api.testKey}` } : {};
      get(new URL(path, root), { headers: { ...key, ...headers } as never }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          done({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
      }).on('error', fail);
    });

  it('is sent in br or gzip to clients that accept it, and as 304 to clients that have it', async () => {
    api.clock.advance(10_000);
    const plain = await ask({});
    const br = await ask({ 'Accept-Encoding': 'br, gzip' });
    const gz = await ask({ 'Accept-Encoding': 'gzip' });
    expect([plain, br, gz].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ]);
    for (const text of [plain.bytes, brotliDecompressSync(br.bytes), gunzipSync(gz.bytes)])
      expect(Object.keys(JSON.parse(text.toString()))).toEqual(
        Object.keys(JSON.parse(plain.bytes.toString())),
      );
    expect(br.headers.vary).toBe('Accept-Encoding');
    const again = await ask({ 'If-None-Match': String(plain.headers.etag), 'Accept-Encoding': 'br' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await ask({ 'If-None-Match': 'W/"another"' })).status).toBe(200);
  });
});
