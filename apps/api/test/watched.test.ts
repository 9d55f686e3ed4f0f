import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { inTransaction } from '@domesday/db';
import { emptyDatabase, operationTable, type TestDatabase, testClock } from '@domesday/testing';
import { type Logger, pino } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const LINES: string[] = [];
let database: TestDatabase;
let api: Awaited<ReturnType<typeof startApi>>;
let base: string;
let secret: string;
let log: Logger;
const METRICS_TOKEN = 'made-up-token-of-the-collector';
const clock = testClock();
const config = (url: string) => ({
  host: '127.0.0.1',
  port: 0,
  database_url: url,
  log_level: 'info',
  pool_size: 4,
  statement_timeout_ms: 1000,
  redis_url: null,
});
beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     values (998000000001, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
  );
  await database.db.query(
    `with made as (
       insert into dataset_loads (dataset, uri, content_hash, status, licence, attribution, started_at, finished_at)
       values ('address-list', 'made-up.csv', 'x', 'published', 'x', 'x', $1, $1) returning id)
     insert into dataset_served (dataset, load_id, rows) select 'address-list', id, 1 from made`,
    [new Date(clock.now().getTime() - 3_600_000)],
  );
  log = pino({ level: 'info' }, { write: (line: string) => void LINES.push(line) });
  api = await startApi(
    { ...config(database.url), metrics_token: METRICS_TOKEN },
    { clock, log, arrival_ms: 3000 },
  );
  base = api.url.replace('/v1', '');
  const account_id = await createAccount(database.db, 'watched', 'free');
  ({ secret } = await createKey(database.db, { account_id, mode: 'live' }));
});
beforeEach(() => {
  LINES.length = 0;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** An answer before parsing; a test parses the parts that it needs. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
const bodyOf = (answer: Response): Promise<any> => answer.json();

const get = (path: string, key: string | null = secret, headers: Record<string, string> = {}) => {
  clock.advance(1000);
  return fetch(`${base}${path}`, {
    headers: { ...(key ? { Authorization: `Bearer ${key}` } : {}), ...headers },
  });
};

describe('readiness and liveness', () => {
  it('are reported by /v1/status and by two probes that need no key', async () => {
    const status = await bodyOf(await get('/v1/status'));
    expect(status).toMatchObject({ alive: true, ready: true });
    expect(status.checks.map((c: { name: string }) => c.name)).toEqual(['database', 'schema', 'data']);
    expect(await bodyOf(await get('/health', null))).toEqual({ alive: true });
    expect((await get('/health/ready', null)).status).toBe(200);
  });

  it('differ if a migration is missing', async () => {
    const { rows } = await database.db.query('delete from kysely_migration where name like $1 returning *', [
      '%-13-%',
    ]);
    clock.advance(1000);
    const status = await bodyOf(await get('/v1/status'));
    expect(status).toMatchObject({ alive: true, ready: false });
    expect(status.checks[1].detail).toContain(rows[0].name);
    expect((await get('/health/ready', null)).status).toBe(503);
    expect((await get('/health', null)).status).toBe(200);
    await database.db.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      rows[0].name,
      rows[0].timestamp,
    ]);
  });

  it('differ if the database does not answer: alive, not ready, and 503 for every operation', async () => {
    const lost = await startApi(config('postgres://nobody@127.0.0.1:1/none'), {
      clock,
      log: pino({ level: 'silent' }),
    });
    const at = lost.url.replace('/v1', '');
    expect((await fetch(`${at}/health`)).status).toBe(200);
    const ready = await fetch(`${at}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await bodyOf(ready)).toMatchObject({ alive: true, ready: false });
    const status = await fetch(`${at}/v1/status`, { headers: { Authorization: `Bearer ${secret}` } });
    expect(status.status).toBe(503);
    expect((await bodyOf(status)).error.code).toBe('unavailable');
    await lost.close();
  });
});

it('reveals nothing of an internal error to a client but the request id under which it is logged', async () => {
  await database.db.query(`alter table addresses rename to elsewhere;
    create view addresses as select * from elsewhere where 1 / (0 * length(address)) = 1`);
  const answer = await get('/v1/properties/998000000001');
  await database.db.query('drop view addresses; alter table elsewhere rename to addresses');
  const { error } = await bodyOf(answer);
  expect([answer.status, error.code, answer.headers.get('x-request-id')]).toEqual([
    500,
    'internal_error',
    error.request_id,
  ]);
  expect(error.message).toBe('The server failed to answer. The request id names it in the log.');
  const line = LINES.find((one) => one.includes('request failed'))!;
  expect(line).toContain(error.request_id);
  expect(line).toContain('division by zero');
});

it('logs an error that fails all inputs of a batch once, not for each input', async () => {
  await database.db.query(`alter table addresses rename to elsewhere;
    create view addresses as select * from elsewhere where 1 / (0 * length(address)) = 1`);
  const items = Array.from({ length: 20 }, (_, i) => ({
    uprn: `9980000000${String(i + 1).padStart(2, '0')}`,
  }));
  clock.advance(1000);
  const answer = await fetch(`${base}/v1/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ operation: 'properties.get', items }),
  });
  const text = await answer.text();
  await database.db.query('drop view addresses; alter table elsewhere rename to addresses');
  expect(text.match(/internal_error/g)!.length).toBeGreaterThanOrEqual(20);
  const failed = LINES.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.startsWith('item failed'));
  expect(failed).toHaveLength(1);
  expect(failed[0].error).toContain('division by zero');
  expect(text).toContain(failed[0].request_id);
});

it('states in a CSV row the request id that the message of an internal error refers to', async () => {
  await database.db.query(`alter table addresses rename to elsewhere;
    create view addresses as select * from elsewhere where 1 / (0 * length(address)) = 1`);
  const answer = await fetch(`${base}/v1/batch?operation=properties.get`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'text/csv', Accept: 'text/csv' },
    body: 'uprn\n998000000001\n998000000002\n',
  });
  const [, ...rows] = (await answer.text()).trim().split('\n');
  await database.db.query('drop view addresses; alter table elsewhere rename to addresses');
  const request_id = answer.headers.get('x-request-id')!;
  const told = expect.stringContaining(`The request id ${request_id} names it in the log.`);
  expect(rows).toEqual([told, told]);
  expect(LINES.find((line) => line.includes('item failed'))).toContain(request_id);
});

describe('/metrics', () => {
  it('answers while the database is away, and from each of several processes', async () => {
    let tell: () => Promise<object[]> = async () => [];
    const gatherMetrics = {
      tell: (read: typeof tell) => {
        tell = read;
      },
      gather: async () => AggregatorRegistry.aggregate([await tell()]).metrics(),
    };
    const away = { ...config('postgres://nobody@127.0.0.1:1/none'), metrics_port: 0 };
    for (const shared of [{}, { gatherMetrics }]) {
      const alone = await startApi(away, { clock, log, ...shared });
      try {
        const answer = await fetch(alone.metrics_url!);
        expect(answer.status).toBe(200);
        expect(await answer.text()).toContain('domesday_requests_in_flight');
      } finally {
        await alone.close();
      }
    }
  });

  const value = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((l) => l.startsWith(`${line} `))
        ?.split(' ')
        .at(-1),
    );

  it('counts requests by operation and status, charges and refusals, and shows the pool and the age of loads', async () => {
    const before = await (await get('/metrics', METRICS_TOKEN)).text();
    expect((await get('/v1/properties/998000000001?fields=address')).status).toBe(200);
    expect((await get('/v1/properties/1')).status).toBe(404);
    const at = clock.now().toISOString();
    let limited = 0;
    for (let i = 0; i < 60; i++) {
      if ((await get('/v1/account')).status === 429) limited++;
      clock.set(at);
    }
    const after = await (await get('/metrics', METRICS_TOKEN)).text();
    const grown = (line: string) => value(after, line) - (value(before, line) || 0);
    expect(grown('domesday_requests_total{operation="properties.get",status="200"}')).toBe(1);
    expect(grown('domesday_requests_total{operation="properties.get",status="404"}')).toBe(1);
    expect(grown('domesday_request_duration_seconds_count{operation="properties.get"}')).toBe(2);
    const { credits } = operationTable.find((o) => o.id === 'properties.get')!;
    expect(grown('domesday_credits_charged_total')).toBe(credits);
    expect(grown('domesday_charges_total')).toBe(1);
    expect(limited).toBeGreaterThan(0);
    expect(grown('domesday_refused_total{reason="rate_limited"}')).toBe(limited);
    expect(value(after, 'domesday_pool_connections{database="main"}')).toBeGreaterThan(0);
    expect(value(after, 'domesday_pool_idle{database="main"}')).toBeGreaterThanOrEqual(0);
    expect(value(after, 'domesday_pool_waiting{database="main"}')).toBe(0);
    expect(value(after, 'domesday_dataset_age_seconds{dataset="address-list"}')).toBeGreaterThanOrEqual(3600);
    expect(value(after, 'domesday_charge_batch_size_count')).toBeGreaterThan(0);
  });

  it('answers 404 without its token, and only at its own port if one is set', async () => {
    expect((await get('/metrics', null)).status).toBe(404);
    expect((await get('/metrics', 'another-secret-token')).status).toBe(404);
    const others = { read_database_urls: [database.url], fictional_database_url: database.url };
    const alone = await startApi({ ...config(database.url), ...others, metrics_port: 0 }, { clock, log });
    try {
      const root = alone.url.replace('/v1', '');
      expect((await fetch(`${root}/metrics`)).status).toBe(404);
      const text = await (await fetch(alone.metrics_url!)).text();
      expect(text).toContain('domesday_requests_total');
      for (const name of ['main', 'replicas', 'fictional'])
        expect(text).toContain(`\ndomesday_pool_waiting{database="${name}"} `);
      expect((await fetch(alone.metrics_url!.replace('/metrics', '/v1/account'))).status).toBe(404);
      expect((await fetch(`${alone.metrics_url}?module=x`)).status).toBe(200);
      expect((await fetch(alone.metrics_url!, { method: 'HEAD' })).status).toBe(200);
      expect((await fetch(alone.metrics_url!, { method: 'POST' })).status).toBe(405);
    } finally {
      await alone.close();
    }
  });

  it('contains no key', async () => {
    const text = await (await get('/metrics', METRICS_TOKEN)).text();
    expect(text).not.toContain('svc_');
  });
});

describe('the log', () => {
  it('has one line for each request, with its id, operation and key id, and never a key, a query or a body', async () => {
    const answer = await get('/v1/addresses/search?q=harbour-secret-text');
    await get(`/v1/properties/${secret}`);
    await get('/v1/account', 'svc_live_0000000000000000000000000000000000000000');
    await get(`/v1/${secret}?key=${secret}`, secret, { 'X-Api-Key': secret });
    clock.advance(10_000);
    await get('/v1/addresses/search?q=%0a%7B%22level%22%3A60%7D');
    await new Promise((done) => setTimeout(done, 50));
    const lines = LINES.map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      operation: 'addresses.search',
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: answer.status,
    });
    const whole = LINES.join('');
    for (const hidden of [secret, secret.slice(9), 'harbour-secret-text', '"level":60', 'svc_live_000'])
      expect(whole).not.toContain(hidden);
  });
});

describe('a request that arrives slowly', () => {
  const dribble = (start: string, piece: string, every_ms: number): Promise<{ answer: string }> =>
    new Promise((done) => {
      const { port } = new URL(base);
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(start));
      let answer = '';
      const timer = setInterval(() => socket.write(piece), every_ms);
      socket.on('data', (part) => {
        answer += part;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        done({ answer });
      });
    });

  it('is ended with a 408, whether its headers or its body arrive slowly', async () => {
    const [headers, body] = await Promise.all([
      dribble('GET /v1/account HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n', 700),
      dribble(
        `POST /v1/addresses/match HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
        ' ',
        700,
      ),
    ]);
    expect(headers.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(body.answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('separate accounts', () => {
  it('get the same refusal for a key that is unknown, revoked or of another account', async () => {
    const account_id = await createAccount(database.db, 'other', 'free');
    const revoked = await createKey(database.db, { account_id, mode: 'live' });
    await database.db.query('update api_keys set revoked_at = now() where id = $1', [revoked.id]);
    const told = async (key: string) => {
      const answer = await get('/v1/account', key);
      const body = await bodyOf(answer);
      return {
        status: answer.status,
        ...body.error,
        request_id: '',
        names: [...answer.headers.keys()].sort(),
      };
    };
    const unknown = await told('svc_live_0000000000000000000000000000000000000000');
    expect(await told(revoked.secret)).toEqual(unknown);
    // No operation takes the id of a key or an account, so another account's cannot be requested.
    const names = operationTable.flatMap((o) => o.path.match(/\{\w+\}/g) ?? []);
    expect(names.filter((n) => /key|account/i.test(n))).toEqual([]);
    for (const id of [revoked.id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await get(`/v1/account/usage?key_id=${id}`);
      expect(answer.status).toBe(422);
      expect((await bodyOf(answer)).error.code).toBe('unknown_parameter');
    }
  });
});

it('sends security headers with every kind of answer, and no CORS header even to a preflight', async () => {
  for (const path of ['/v1/account', '/v1/openapi.json', '/v1/nowhere', '/health', '/']) {
    const answer = await get(path, secret, { Origin: 'https://example.org' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    // The contract and the portal's page are the same for all callers, and are requested again.
    const forAll = path.endsWith('openapi.json') || answer.headers.get('content-type')?.includes('text/html');
    expect(answer.headers.get('cache-control')).toBe(forAll ? 'no-cache' : 'no-store');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers.get('x-powered-by')).toBeNull();
  }
  const preflight = await new Promise<Record<string, unknown>>((done, fail) => {
    const asked = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' };
    const sent = httpRequest(`${base}/v1/account`, { method: 'OPTIONS', headers: asked }, (r) => {
      r.resume();
      done(r.headers);
    });
    sent.on('error', fail).end();
  });
  expect(Object.keys(preflight).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

it('cancels a statement that exceeds its time limit, so that no query blocks the pool', async () => {
  const answer = await inTransaction(database.db, async (blocker) => {
    await blocker.query('lock table addresses in access exclusive mode');
    clock.advance(20_000);
    return await get('/v1/properties/998000000001?fields=address');
  });
  expect(answer.status).toBe(503);
  expect((await bodyOf(answer)).error.code).toBe('unavailable');
  expect((await get('/v1/properties/998000000001?fields=address')).status).toBe(200);
});
