import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createTracer } from '../src/http/health/tracing.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { intValue?: string; stringValue?: string } }[];
}

it('sends a span for each request, its steps and its queries to the configured collector, without keys or texts', async () => {
  const bodies: string[] = [];
  const collector = createServer((req, res) => {
    let text = '';
    req.on('data', (part) => {
      text += part;
    });
    req.on('end', () => {
      bodies.push(`${req.url} ${text}`);
      res.end('{}');
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     values (998000000001, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
  );
  const account_id = await createAccount(database.db, 'traced', 'free');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  const { port } = collector.address() as AddressInfo;
  const api = await startApi(
    {
      host: '127.0.0.1',
      port: 0,
      database_url: database.url,
      log_level: 'silent',
      pool_size: 4,
      statement_timeout_ms: 5000,
      redis_url: null,
      otlp_endpoint: `http://127.0.0.1:${port}`,
    },
    { clock: testClock(), log: pino({ level: 'silent' }) },
  );
  const trace_id = '0af7651916cd43dd8448eb211c80319c';
  const headers = { Authorization: `Bearer ${secret}`, traceparent: `00-${trace_id}-b7ad6b7169203331-01` };
  const answer = await fetch(`${api.url}/properties/998000000001?fields=address`, { headers });
  expect(answer.status).toBe(200);
  await answer.text();
  await api.close();
  collector.close();
  await database.drop();

  const whole = bodies.join('\n');
  expect(whole).toMatch(/^\/v1\/traces /);
  for (const hidden of [secret, secret.slice(9), 'HARBOUR', '998000000001'])
    expect(whole).not.toContain(hidden);
  const spans = bodies.flatMap(
    (b) => JSON.parse(b.slice(b.indexOf(' ') + 1)).resourceSpans[0].scopeSpans[0].spans as Sent[],
  );
  const request = spans.find((span) => span.name === 'properties.get')!;
  expect(request).toMatchObject({ traceId: trace_id, parentSpanId: 'b7ad6b7169203331' });
  const attributes = Object.fromEntries(
    request.attributes.map((a) => [a.key, a.value.stringValue ?? Number(a.value.intValue)]),
  );
  expect(attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'domesday.operation': 'properties.get',
    'domesday.request_id': answer.headers.get('x-request-id'),
    'domesday.credits': 1,
  });
  const steps = spans.filter((span) => span.parentSpanId === request.spanId).map((span) => span.name);
  for (const step of ['authenticate', 'limit', 'validate', 'handler', 'write', 'settle', 'answer'])
    expect(steps).toContain(step);
  const query = spans.find((span) => span.name === 'properties-by-uprn')!;
  expect(query).toMatchObject({ traceId: trace_id, parentSpanId: request.spanId });
});

it("stores a limited number of spans, whatever the caller's trace requests, and can be stopped while the collector is away", async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-collector-key=made-up');
  const keys = new Set<unknown>();
  let received = 0;
  const collector = createServer((req, res) => {
    keys.add(req.headers['x-collector-key']);
    let text = '';
    req.on('data', (part) => {
      text += part;
    });
    req.on('end', () => {
      received += JSON.parse(text).resourceSpans[0].scopeSpans[0].spans.length;
      res.end('{}');
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const { port } = collector.address() as AddressInfo;
  const errors: unknown[] = [];
  const send = async (count: number) => {
    const tracer = await createTracer({
      endpoint: `http://127.0.0.1:${port}/`,
      service: 'test',
      onError: (error) => errors.push(error),
    });
    const unsampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    for (let at = 0; at < count; at++) {
      tracer.request(unsampled, (end) => end({ name: 'made-up', failed: false, attributes: {} }));
    }
    await tracer.stop();
  };

  await send(6000);
  expect(received).toBeGreaterThanOrEqual(4096);
  expect(received).toBeLessThan(6000);
  expect([...keys]).toEqual(['made-up']);
  expect(errors).toEqual([]);

  await new Promise((done) => {
    collector.close(done);
    collector.closeAllConnections();
  });
  await send(1);
  expect(errors.length).toBeGreaterThan(0);
  vi.unstubAllEnvs();
});
