import { Agent, request } from 'node:http';
import { callAndCut, emptyDatabase, seeded, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';

const CALLS = 300;
const AT_ONCE = 10;
const FIRST = 998_000_000_001;
let database: TestDatabase;
let api: TestApi;
let server: ReturnType<typeof createMcpServer>;
let url = '';

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     select $1::bigint + n, n || ' HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list'
     from generate_series(0, $2::int - 1) as n`,
    [FIRST, CALLS],
  );
  api = await startTestApi(database);
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterAll(async () => {
  await server?.close();
  await api?.close();
  await database?.drop();
});

it(`charges ${CALLS} tool calls, cut at any moment and then repeated, once for each answer received`, async () => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const random = seeded(20_261_116);
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${secret}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
  ].join('\r\n');
  let cut = 0;
  const one = async (n: number): Promise<void> => {
    api.clock.advance(300);
    const message = call('svc_get_property', { uprn: String(FIRST + n) });
    const { received } = await callAndCut(url, head, JSON.stringify(message), random() * 60);
    if (received) return;
    cut++;
    // The server notices the cut before the repetition arrives, as with a client that waits before retrying.
    await new Promise((done) => setTimeout(done, 150));
    const { text, is_error } = textOf(await post(url, message, secret));
    expect(is_error, text).toBe(false);
    expect(JSON.parse(text).uprn).toBe(String(FIRST + n));
  };
  const left = Array.from({ length: CALLS }, (_, n) => n);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = left.pop(); n !== undefined; n = left.pop()) await one(n);
    }),
  );
  expect(cut).toBeGreaterThan(CALLS / 10);
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as credits from ledger where account_id = $1`,
    [account_id],
  );
  expect(rows[0].credits).toBe(CALLS);
});

it('charges a call after which the connection closes, and the same call again after it', async () => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const connections = new Set<string>();
  const ask = (method: 'POST' | 'GET', address: string) =>
    new Promise<void>((done, fail) => {
      api.clock.advance(300);
      request(address, { method, agent, headers }, (response) => {
        connections.add(String(response.socket.localPort));
        response.resume().once('end', done);
      })
        .once('error', fail)
        .end(method === 'POST' ? JSON.stringify(call('svc_get_property', { uprn: String(FIRST) })) : '');
    });
  let answers = 0;
  // A connection ends after a thousand requests; the first ones are free, and only the last ones are charged.
  for (let n = 0; n < 900; n++) await ask('GET', new URL('/health', url).href);
  expect(connections.size).toBe(1);
  for (; connections.size < 2; answers++) await ask('POST', url);
  agent.destroy();
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as credits from ledger where account_id = $1`,
    [account_id],
  );
  expect(answers).toBeGreaterThan(20);
  expect(rows[0].credits).toBe(answers);
});
