import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';
import { errorBody, GOOD_KEY, startStandInApi } from './stand-in-api.ts';

// Anything that anybody on the network can send to the MCP server. The first test server trusts the proxies of this
// machine.

const UNITS = 'svc_valuation_development_gdv';
const MARKET = 'svc_area_market_prices';
const deep = (open: string, close: string) => `${open.repeat(20_000)}1${close.repeat(20_000)}`;
let at_ms = 1_000_000;
let api: Awaited<ReturnType<typeof startStandInApi>>;
const servers: ReturnType<typeof createMcpServer>[] = [];
let url = '';
const sockets: Socket[] = [];

async function serve(trustedProxies?: string[]): Promise<string> {
  const server = createMcpServer({
    apiUrl: api.url,
    now: () => at_ms,
    ...(trustedProxies ? { trustedProxies } : {}),
  });
  servers.push(server);
  return (await server.listen()).url;
}

beforeAll(async () => {
  api = await startStandInApi();
  url = await serve();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  api.calls.length = 0;
  api.replyWith(null);
  at_ms += 120_000;
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await api.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const status = call('svc_api_status', {});
const made_up = (i: number) => `svc_live_${String(i).padStart(40, '0')}`;

function dial(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => done(socket)));
    socket.on('error', () => {});
    sockets.push(socket);
  });
}

describe('the address of a caller', () => {
  it('is passed on to the REST layer as the trusted proxy stated it, for calls and for checks of keys', async () => {
    await post(url, status, GOOD_KEY, from('203.0.113.5'));
    await post(url, list, GOOD_KEY, from('198.51.100.1, 203.0.113.6'));
    await post(url, call('svc_get_property', { wrong: 1 }), GOOD_KEY, from('203.0.113.7'));
    expect(api.calls.map(({ address }) => address)).toEqual(['203.0.113.5', '203.0.113.6']);
  });

  it('is not passed on for a caller on this machine, nor from another header of the caller', async () => {
    await post(url, status, GOOD_KEY, { 'x-caller-address': '203.0.113.8' });
    expect(api.calls.map(({ address }) => address)).toEqual([undefined]);
  });

  it('is not accepted from a proxy that is not trusted', async () => {
    const strict = await serve(['10.0.0.0/8']);
    await post(strict, status, GOOD_KEY, from('203.0.113.5'));
    expect(api.calls.map(({ address }) => address)).toEqual([undefined]);
  });
});

describe('invented keys', () => {
  it.each([
    ['calls', status],
    ['lists', list],
    ['pings', { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ])('are limited by address, however many arrive at once: %s', async (_what, message) => {
    const asked = Array.from({ length: 1000 }, (_, i) => post(url, message, made_up(i), from('203.0.113.9')));
    const other = await post(url, status, GOOD_KEY, from('203.0.113.10'));
    const statuses = (await Promise.all(asked)).map((answer) => answer.status);
    expect(textOf(other).is_error).toBe(false);
    expect(statuses.filter((one) => one === 429)).toHaveLength(900);
    expect(api.calls.length).toBeLessThanOrEqual(101);
    const refused = await post(url, message, made_up(1), from('203.0.113.9'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.message.error?.message).toContain('without a known key');
    at_ms += 10_000;
    expect((await post(url, message, made_up(1), from('203.0.113.9'))).status).not.toBe(429);
  });

  it('do not block a known key at the same address, and known keys do not count', async () => {
    for (let i = 0; i < 150; i++)
      expect((await post(url, status, GOOD_KEY, from('203.0.113.11'))).status).toBe(200);
    await Promise.all(
      Array.from({ length: 150 }, (_, i) => post(url, status, made_up(i), from('203.0.113.11'))),
    );
    expect(textOf(await post(url, status, GOOD_KEY, from('203.0.113.11'))).is_error).toBe(false);
  });

  it('are not taken for known if the REST layer refuses their address', async () => {
    const stranger = await startStandInApi();
    const server = createMcpServer({ apiUrl: stranger.url, now: () => at_ms });
    servers.push(server);
    const strict = (await server.listen()).url;
    stranger.refuseAll({ status: 429, body: errorBody(429, 'rate_limited', 'More than 100 unknown keys.') });
    expect((await post(strict, list, made_up(1))).status).toBe(429);
    stranger.refuseAll(null);
    expect((await post(strict, list, made_up(1))).status).toBe(401);
    await stranger.close();
  });
});

describe('request bodies that do not arrive', () => {
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${GOOD_KEY}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;

  it('take only the places of their own key, and are refused if they arrive too slowly', async () => {
    const answers: string[] = [];
    const slow = await Promise.all(Array.from({ length: 300 }, () => dial(head)));
    for (const socket of slow) socket.on('data', (chunk) => answers.push(String(chunk).slice(9, 12)));
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(url, { jsonrpc: '2.0', id: i, method: 'ping' }, null)),
    );
    expect(others.map((answer) => answer.status)).toEqual(others.map(() => 200));
    await Promise.all(
      slow.map((socket) => socket.closed || new Promise((done) => socket.once('close', done))),
    );
    const of = (wanted: string) => answers.filter((one) => one === wanted).length;
    expect([of('429'), of('408')]).toEqual([300 - 64, 64]);
  });
});

describe('pipelined requests', () => {
  it('are answered in turn, and more than a client needs end the connection', async () => {
    const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const answersTo = async (requests: number): Promise<number> => {
      const closing = health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
      const socket = await dial(health.repeat(requests - 1) + closing);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      await new Promise((done) => socket.once('close', done));
      return text.split('HTTP/1.1 200').length - 1;
    };
    expect(await answersTo(16)).toBe(16);
    expect(await answersTo(200)).toBeLessThan(16);
  });
});

it('refuses a message with too many values before it looks at the tool or checks the key', async () => {
  for (const args of [
    { units: Array(2000).fill({}) },
    { polygon: Array(700).fill([[1]]) },
    Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, 1])),
  ]) {
    const answer = await post(url, call('svc_valuation_development_gdv', args), made_up(1));
    expect(answer.status).toBe(400);
    expect(answer.message.error?.message).toContain('more than 2000 values');
  }
  expect(api.calls).toEqual([]);
});

it.each<[string, string, object, string]>([
  [
    'a list with commas',
    'svc_property_risks',
    { uprn: '1', types: 'a,'.repeat(100_000) },
    'more than 2000 values',
  ],
  ['a list in JSON', UNITS, { units: `[${'{},'.repeat(60_000)}{}]` }, 'more than 2000 values'],
  ['an object', MARKET, { polygon: `{"type":[${'1,'.repeat(60_000)}1]}` }, 'more than 2000 values'],
  ['nested lists', UNITS, { units: deep('[', ']') }, 'deeper than 64 levels'],
  [
    'a list of texts',
    UNITS,
    { units: Array(900).fill(`{"a":[${'1,'.repeat(100)}1]}`) },
    'more than 2000 values',
  ],
  ['nested objects', MARKET, { polygon: deep('{"a":', '}') }, 'deeper than 64 levels'],
])('refuses an argument whose text contains too much: %s', async (_what, tool, args, why) => {
  const answer = textOf(await post(url, call(tool, args), GOOD_KEY));
  expect(answer.is_error).toBe(true);
  expect(answer.text).toMatch(
    /^Error 422 invalid_parameter: The (?:message|argument "(?:types|units|polygon)") /,
  );
  expect(answer.text).toContain(why);
});

describe('a keep-alive connection', () => {
  it('announces its end in the answer to its last request, and refuses none before', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, method: string, body?: string) =>
      new Promise<string>((done, fail) => {
        const headers = { 'content-type': 'application/json' };
        const asked = request(new URL(path, url), { agent, method, headers }, (answer) => {
          answer.resume().once('end', () => done(`${answer.statusCode} ${answer.headers.connection}`));
        });
        asked.once('error', fail).end(body);
      });
    for (let i = 0; i < 995; i++) expect(await ask('/health', 'GET')).toBe('200 keep-alive');
    const told: string[] = [];
    for (let i = 0; i < 10; i++)
      told.push(
        await ask('/mcp', 'POST', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover' })),
      );
    agent.destroy();
    expect(told).toEqual(told.map((_, i) => (i === 4 ? '200 close' : '200 keep-alive')));
  });
});

it('sends 100 Continue only for a body that it will read', async () => {
  const expecting = (length: number) =>
    new Promise<(number | string)[]>((done) => {
      const seen: (number | string)[] = [];
      const headers = {
        expect: '100-continue',
        'content-length': length,
        'content-type': 'application/json',
      };
      const asked = request(url, { method: 'POST', headers });
      asked.on('continue', () => {
        seen.push('continue');
        asked.end(' '.repeat(length));
      });
      asked.on('response', (response) => {
        done([...seen, response.statusCode!]);
        asked.destroy();
      });
      asked.flushHeaders();
    });
  expect(await expecting(10)).toEqual(['continue', 400]);
  expect(await expecting(10_000_000)).toEqual([413]);
});
