import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';

interface Span {
  attributes: { key: string; value: { intValue?: string; stringValue?: string } }[];
}
interface Line {
  request_id: string;
  status: number;
  credits: number;
}

const HOME = 998000000001;

/** Sends a request as raw text; with `cut` the client leaves at once. */
async function raw(port: number, text: string, cut = false): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text.replaceAll('\n', '\r\n'), () => cut && socket.destroy());
  socket.resume();
  await new Promise((done) => socket.once('close', done));
}

it('states the same status and credits of a request in the log, the metrics, the trace and the ledger, whatever its outcome', async () => {
  const spans: Span[] = [];
  const collector = createServer((req, res) => {
    let text = '';
    req.on('data', (part) => {
      text += part;
    });
    req.on('end', () => {
      spans.push(...JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
      res.end('{}');
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     values (${HOME}, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
  );
  const account_id = await createAccount(database.db, 'told alike', 'free');
  const { secret: key } = await createKey(database.db, { account_id, mode: 'live' });
  const { secret: poor } = await createKey(database.db, { account_id, mode: 'live', monthly_cap: 0 });
  const lines: Line[] = [];
  const write = (line: string) => {
    const told = JSON.parse(line);
    if (told.method) lines.push(told);
  };
  const api = await startApi(
    {
      ...{ host: '127.0.0.1', port: 0, metrics_port: 0, database_url: database.url, redis_url: null },
      ...{ log_level: 'info', pool_size: 4, statement_timeout_ms: 5000 },
      otlp_endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
    { clock: testClock(), log: pino({ level: 'info' }, { write }) },
  );
  const port = Number(new URL(api.url).port);
  const ask = async (path: string, { as = key, body, ...rest }: RequestInit & { as?: string } = {}) => {
    const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json', ...rest.headers };
    const method = rest.method ?? (body === undefined ? 'GET' : 'POST');
    await (
      await fetch(`${api.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    ).text();
  };
  const match = JSON.stringify({ address: '14 Harbour Row', postcode: 'XE1 1AA' });
  const items = { operation: 'properties.get', items: [{ uprn: String(HOME) }, { uprn: '1' }] };
  const head = `GET /v1/properties/${HOME} HTTP/1.1\nHost: a\nConnection: close\nAuthorization: Bearer ${key}\n`;
  const asked = [
    () => ask(`/properties/${HOME}`),
    () => ask(`/properties/${HOME}`, { headers: { 'Idempotency-Key': 'once' } }),
    () => ask(`/properties/${HOME}`, { headers: { 'Idempotency-Key': 'once' } }),
    () => ask(`/properties/${HOME}?quote=true`),
    () => ask('/properties/1'),
    () => ask('/properties/x'),
    () => ask('/properties/1', { as: 'svc_live_unknown' }),
    () => ask(`/properties/${HOME}`, { as: poor }),
    () => ask('/no-such-path'),
    () => ask('/addresses/match', { method: 'PUT', body: match }),
    () => ask('/addresses/match', { body: match }),
    () => ask('/addresses/match', { body: '{' }),
    () => ask('/addresses/match', { body: match, headers: { 'Content-Encoding': 'gzip' } }),
    () =>
      ask('/addresses/match', {
        body: match,
        headers: { 'Content-Type': 'application/json; charset=latin1' },
      }),
    () => ask('/batch', { body: JSON.stringify(items) }),
    () => ask('/status'),
    () => raw(port, `${head}Authorization: Bearer ${key}\n\n`),
    () => raw(port, `${head.replace('/properties/', '/properties/%ff')}\n`),
    () => raw(port, `${head}\n`, true),
  ];
  let metrics = '';
  try {
    for (const one of asked) await one();
    while (lines.length < asked.length) await sleep(20);
    metrics = await (await fetch(api.metrics_url!)).text();
  } finally {
    await api.close();
    collector.close();
  }
  const told = new Map(lines.map(({ request_id, status, credits }) => [request_id, { status, credits }]));
  expect(told.size).toBe(asked.length);
  expect([...new Set([...told.values()].map(({ status }) => status))].sort()).toEqual(
    expect.arrayContaining([200, 400, 401, 402, 404, 405, 415, 422, 499]),
  );
  const attributeOf = ({ attributes }: Span, name: string) => {
    const value = attributes.find((one) => one.key === name)?.value;
    return value?.stringValue ?? (value && Number(value.intValue));
  };
  const traced = spans.flatMap((span) => {
    const id = attributeOf(span, 'domesday.request_id');
    const status = attributeOf(span, 'http.response.status_code');
    return id === undefined
      ? []
      : [[id, { status, credits: attributeOf(span, 'domesday.credits') }] as const];
  });
  expect(new Map(traced)).toEqual(told);
  const counted: Record<string, number> = {};
  for (const [, status, value] of metrics.matchAll(/^domesday_requests_total\{.*status="(\d+)"\} (\d+)$/gm))
    counted[status!] = (counted[status!] ?? 0) + Number(value);
  const logged: Record<string, number> = {};
  for (const { status } of told.values()) logged[status] = (logged[status] ?? 0) + 1;
  // The items of the batch are counted as individual calls.
  expect(counted).toEqual({ ...logged, 200: logged[200]! + 1, 404: logged[404]! + 1 });
  const credits = [...told.values()].reduce((sum, one) => sum + one.credits, 0);
  const { rows } = await database.db.query('select sum(credits)::int as n from ledger');
  expect(rows[0].n).toBe(credits);
  expect(metrics).toContain(`\ndomesday_credits_charged_total ${credits}\n`);
  await database.drop();
});

it('names the operation of a request that is refused before it is read, for example because the database is away', async () => {
  const database = await emptyDatabase();
  const named: unknown[] = [];
  const write = (line: string) => {
    const { method, operation, status } = JSON.parse(line);
    if (method) named.push([operation, status]);
  };
  const api = await startApi(
    {
      ...{ host: '127.0.0.1', port: 0, metrics_port: 0, database_url: database.url, redis_url: null },
      ...{ log_level: 'info', pool_size: 4, statement_timeout_ms: 5000 },
    },
    { clock: testClock(), log: pino({ level: 'info' }, { write }) },
  );
  const account_id = await createAccount(database.db, 'refused', 'free');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  await database.drop();
  const asked = [
    ['GET', '/status', 'status.get'],
    ['GET', '/properties/1', 'properties.get'],
    ['POST', '/addresses/match', 'addresses.match'],
    ['POST', '/properties/within', 'properties.within'],
    ['POST', '/batch', 'batch.run'],
    ['POST', '/jobs', 'jobs.create'],
    ['GET', '/jobs/1/results', 'jobs.results'],
    ['GET', '/changes', 'changes.list'],
    ['GET', '/webhooks', 'webhooks.list'],
    ['GET', '/watches/1', 'watches.get'],
    ['GET', '/tiles/sales/14/1/1.mvt', 'tiles.get'],
  ] as const;
  try {
    for (const [method, path] of asked)
      await (
        await fetch(`${api.url}${path}`, { method, headers: { Authorization: `Bearer ${secret}` } })
      ).text();
    while (named.length < asked.length) await sleep(20);
    expect(named).toEqual(asked.map(([, , operation]) => [operation, 503]));
    const metrics = await (await fetch(api.metrics_url!)).text();
    for (const [, , operation] of asked)
      expect(metrics).toContain(`domesday_requests_total{operation="${operation}",status="503"} 1\n`);
  } finally {
    await api.close();
  }
});
