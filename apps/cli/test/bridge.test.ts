import { spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { createMcpServer } from '../../mcp/src/index.ts';
import { manifestOf } from '../src/mcp/describe.ts';

const PROGRAM = resolve(import.meta.dirname, '../src/mcp/bridge.mjs');
const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

interface Ended {
  code: number | null;
  /** The messages on standard output, which contains nothing else. */
  told: { id: unknown; result?: unknown; error?: { message: string } }[];
  stderr: string;
}

/** The output of the bridge for a client that writes these messages and closes its end. */
function bridged(url: string, written: string, key = 'svc_test_key', flags: string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [...flags, PROGRAM], {
    env: { ...process.env, DOMESDAY_URL: url, DOMESDAY_KEY: key },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(written);
  return new Promise((done) => {
    child.once('close', (code) => {
      const told = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      done({ code, told, stderr });
    });
  });
}

type Answer = (...of: [...Parameters<RequestListener>, body: string]) => void;

async function server(answer: Answer): Promise<string> {
  const http = createServer(async (request, response) => answer(request, response, await text(request)));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise((done) => http.close(done)));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

/** Answers a ping with its id. */
const mcp = createMcpServer({ apiUrl: 'http://127.0.0.1:1' });
closing.push(() => mcp.close());
const { url } = await mcp.listen();

const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: number) => ({ jsonrpc: '2.0', id, result: {} });

it('answers each request, whatever the lines before it contain', async () => {
  const before = ['null', '5', '"text"', '[]', '[null]', '{', '\u2028', '{"jsonrpc":"2.0"}'];
  const lines = before.map((line, id) => `${line}\n${ping(id)}\n`);
  const { code, told, stderr } = await bridged(url, lines.join(''));
  expect([code, stderr]).toEqual([0, '']);
  for (const [id, line] of before.entries())
    expect(
      told.filter((one) => one.id === id),
      line,
    ).toEqual([pong(id)]);
});

/** Deletes functions that Node 18.0 lacks, except those that `fetch` of a newer Node calls itself. */
const AS_NODE_18 = `
  for (const [of, names] of [
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['any']],
    [Promise, ['try', 'withResolvers']],
    [Object, ['groupBy']],
    [Array, ['fromAsync']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Set.prototype, ['union', 'intersection', 'difference']],
  ])
    for (const name of names) delete of[name];`;

it('runs on the oldest Node that its bundle accepts, which lacks newer functions', async () => {
  expect(manifestOf(undefined)).toMatchObject({ compatibility: { runtimes: { node: '>=18' } } });
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(AS_NODE_18)}`];
  const run = (address: string) => bridged(address, `${ping(1)}\n`, 'svc_test_key', flags);
  expect(await run(url)).toEqual({ code: 0, told: [pong(1)], stderr: '' });
  for (const address of ['', '127.0.0.1:8081/mcp', 'ftp://127.0.0.1/mcp'])
    expect((await run(address)).told).toMatchObject([
      { id: 1, error: { message: expect.stringContaining('DOMESDAY_URL must be the address') } },
    ]);
});

it('reads messages that begin with a byte order mark, end without a line feed or are wrapped in a list', async () => {
  const { told } = await bridged(url, `\uFEFF${ping(1)}\n${ping(2)}\r\n[${ping(3)}]\n${ping(4)}`);
  expect(told.sort((a, b) => Number(a.id) - Number(b.id))).toEqual([1, 2, 3, 4].map(pong));
});

it('does not split a line at other Unicode line separators', async () => {
  const name = 'made\u2028up\u2029tool';
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
  expect(call).toContain(name);
  const { told } = await bridged(url, `${call}\n`);
  expect(told).toMatchObject([{ id: 1, error: { message: expect.stringContaining('Unknown tool') } }]);
});

it('passes a number beyond the range of JavaScript on for the server to refuse, instead of dropping it', async () => {
  const at = await server((_, response, body) => {
    const { id, params } = JSON.parse(body);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: params.arguments }));
  });
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"bedrooms":1e400}}}';
  expect((await bridged(at, `${call}\n`)).told).toMatchObject([{ id: 1, result: { bedrooms: 'Infinity' } }]);
});

it('says that a message is too large', async () => {
  const params = { text: 'x'.repeat(20_000_000) };
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params });
  const { told } = await bridged(url, `${call}\n${ping(2)}\n`);
  expect(told.find(({ id }) => id === 1)?.error?.message).toContain('larger than 256 KB');
  expect(told.find(({ id }) => id === 2)?.result).toEqual({});
});

it('answers a request even if the server sends no usable answer, and says why', async () => {
  const cases: [RequestListener, string][] = [
    [(_, response) => response.end(), 'HTTP 200 without an answer'],
    [(_, response) => response.writeHead(502).end('<html>'), 'HTTP 502'],
    [
      (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': wait\n\n'),
      'broke off',
    ],
    [
      (_, response) => response.writeHead(301, { location: 'https://property.example.org/mcp' }).end(),
      'redirects to https://property.example.org/mcp',
    ],
    [
      (_, response) =>
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"error":{"code":"unknown_path"}}'),
      'HTTP 404: is it the address that ends in /mcp?',
    ],
    [(request) => request.socket.destroy(), 'cannot be reached'],
  ];
  // Each request is answered by the case whose index is its id.
  const at = await server((request, response, body) => cases[JSON.parse(body).id]![0](request, response));
  const { told } = await bridged(at, cases.map((_, id) => `${ping(id)}\n`).join(''));
  expect(told.map(({ id, error }) => [id, error?.message]).sort()).toEqual(
    cases.map(([, why], id) => [id, expect.stringContaining(why)]),
  );
});

/** Shortens the wait of 45 seconds to half a second. */
const FAST = [
  '--import',
  'data:text/javascript,const {setTimeout:t}=globalThis;globalThis.setTimeout=(f,ms,...a)=>t(f,ms===45e3&&500||ms,...a)',
];

it('reports a server that has gone silent, and waits as long as the server reports progress', async () => {
  const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
  const stream = (response: Parameters<RequestListener>[1]) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' });
  const at = await server((_, response, body) => {
    const { id, params } = JSON.parse(body);
    if (id === 2) stream(response).flushHeaders();
    if (id === 3) stream(response).write('data: {"jsonrpc"');
    if (id === 4) response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc"');
    if (id !== 5) return;
    let told = 0;
    const { progressToken } = params._meta;
    const turn = setInterval(() => {
      if (++told < 6)
        return void response.write(event({ method: 'notifications/progress', params: { progressToken } }));
      clearInterval(turn);
      response.end(event({ id, result: {} }));
    }, 200);
    stream(response);
  });
  const call = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'any' } });
  const { told } = await bridged(at, `${[1, 2, 3, 4].map(ping).join('\n')}\n${call}\n`, undefined, FAST);
  const silent = { code: -32000, message: expect.stringContaining('has sent nothing for 45 s') };
  expect(told.sort((a, b) => Number(a.id) - Number(b.id))).toEqual([
    ...[1, 2, 3, 4].map((id) => ({ jsonrpc: '2.0', id, error: silent })),
    pong(5),
  ]);
});

it('says that a refused or missing key is set in DOMESDAY_KEY, instead of naming the header as the server does', async () => {
  const refusal = {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32001, message: 'send the header Authorization' },
  };
  const at = await server((_, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
  );
  for (const [key, why] of [
    ['svc_live_unknown', 'DOMESDAY_KEY holds a key that this server does not know'],
    ['', 'DOMESDAY_KEY is empty'],
  ] as const) {
    const { told } = await bridged(at, `${ping(1)}\n`, key);
    const message = expect.stringContaining(why);
    expect(told).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32001, message } }]);
    expect(JSON.stringify(told)).not.toContain('svc_live_unknown');
  }
});

it('answers each request with the fault in the settings, and never shows the key', async () => {
  const settings = [
    [url, 'svc_live_se\u2026cret', 'copy the key again'],
    [url, 'svc_live_se\ncret', 'copy the key again'],
    ['', 'svc_live_secret', 'DOMESDAY_URL must be the address'],
    [url.replace('http://', ''), 'svc_live_secret', 'DOMESDAY_URL must be the address'],
    ['localhost:8081/mcp', 'svc_live_secret', 'DOMESDAY_URL must be the address'],
  ] as const;
  const all = settings.map(([at, key]) => bridged(at, `${ping(1)}\n${ping(2)}\n`, key));
  for (const [i, { told, stderr }] of (await Promise.all(all)).entries()) {
    const why = settings[i]![2];
    const error = { code: -32000, message: expect.stringContaining(why) };
    expect(told).toEqual([
      { jsonrpc: '2.0', id: 1, error },
      { jsonrpc: '2.0', id: 2, error },
    ]);
    expect(stderr).toContain(why);
    expect(stderr + JSON.stringify(told)).not.toContain('cret');
  }
  expect((await bridged(url, `${ping(1)}\n`, 'svc_live_secret\n')).told).toHaveLength(1);
});
