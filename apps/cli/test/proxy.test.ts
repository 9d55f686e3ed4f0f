import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { closingServer } from '@domesday/testing/closing-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outwardFetch } from '../src/publishers/outward.ts';
import { COMMAND, domesday } from './domesday.ts';

/** This host does not exist, so a request succeeds only through the proxy. */
const ADDRESS = 'http://publisher.example/addresses.csv';
const FILE = 'UPRN,ADDRESS,POSTCODE\n998200000001,"1 MADE UP ROAD, XANBURY",XE1 2AB\n';

const NAMES = ['HTTP_PROXY', 'http_proxy'];
const NO_ADDRESS = 'HTTPS_PROXY is not the address of a proxy';
const WRONG: [proxy: string, words: string][] = [
  ['socks5://127.0.0.1:1080', NO_ADDRESS],
  ['http://user:made-up-secret@:3128', NO_ADDRESS],
  ['127.0.0.1:1', 'with the proxy of HTTPS_PROXY (connect ECONNREFUSED 127.0.0.1:1)'],
  ['http://user:made-up-secret@127.0.0.1:PORT', 'with the proxy of HTTPS_PROXY (the proxy answered 407)'],
];

let database: TestDatabase;
let home: string;
const tunnels: string[] = [];
const publisher = createServer((_request, response) => response.end(FILE));
const proxy = createServer().on('connect', (request, socket) => {
  tunnels.push(request.url!);
  const there = connect((publisher.address() as AddressInfo).port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    there.pipe(socket).pipe(there);
  });
});
const refusing = createServer().on('connect', (_request, socket) => {
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
});
const addressOf = (server: typeof proxy) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = (server: typeof proxy) =>
  new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()));

/** Results of failing loads. Each retries for twelve seconds, so all run at the same time. */
const failing = new Map<string, ReturnType<typeof tried>>();

async function tried(address: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [...COMMAND, 'load', 'uk-hpi', address], {
    env: { ...process.env, ...environment(env) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, err };
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'domesday-proxy-'));
  database = await emptyDatabase();
  await Promise.all([publisher, proxy, refusing].map(listen));
  for (const name of NAMES)
    failing.set(
      name,
      tried(`http://direct.example/${name}.csv`, { [name]: addressOf(proxy), NO_PROXY: 'direct.example' }),
    );
  const { port } = refusing.address() as AddressInfo;
  for (const [i, [value]] of WRONG.filter(([, words]) => words !== NO_ADDRESS).entries())
    failing.set(
      value,
      tried(`https://publisher.example/${i}.csv`, { HTTPS_PROXY: value.replace('PORT', String(port)) }),
    );
}, 300_000);
afterAll(async () => {
  publisher.close();
  proxy.close();
  refusing.close();
  await database?.drop();
  await rm(home, { recursive: true, force: true });
});

const environment = (env: Record<string, string>) => ({
  DATABASE_URL: database.url,
  DOMESDAY_HOME: home,
  ...env,
});
const load = (env: Record<string, string>) =>
  domesday(['load', 'address-list', ADDRESS, '--defer', '--json'], environment(env));

it.each(NAMES)(
  'connects to publishers through the proxy in %s, except for hosts in NO_PROXY',
  async (name) => {
    const { code, out } = await load({ [name]: addressOf(proxy) });
    expect([code, JSON.parse(out).rows_read ?? out]).toEqual([0, 1]);
    expect(tunnels).toEqual(['publisher.example:80']);
    tunnels.length = 0;
    const direct = await failing.get(name)!;
    expect([direct.code, direct.err]).toEqual([1, expect.stringContaining('direct.example')]);
    expect(tunnels).toEqual([]);
  },
);

it.each(WRONG)(
  'says what is wrong with the proxy %s, without its password',
  async (value, words) => {
    const { code, err } = await (failing.get(value) ??
      domesday(['load', 'uk-hpi', 'https://publisher.example/a.csv'], environment({ HTTPS_PROXY: value })));
    expect(code).toBe(1);
    expect(err).toContain(words);
    expect(err).not.toContain('secret');
  },
  60_000,
);

it('downloads a whole file if the publisher closes the connection after it, however slow the disk is', async () => {
  const { origin, close } = await closingServer();
  const answer = await outwardFetch({})(`${origin}/50000`);
  await new Promise((done) => setTimeout(done, 50));
  expect((await answer.text()).length).toBe(50_000);
  close();
});

it('examines an MCP server through the proxy, but one on this machine directly', async () => {
  const asked: string[] = [];
  const refusing = createServer().on('connect', (request, socket) => {
    asked.push(request.url!);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await listen(refusing);
  const address = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const env = { HTTPS_PROXY: address, HTTP_PROXY: address, DOMESDAY_HOME: home };
  const far = await domesday(['mcp', 'doctor', 'https://property.example/mcp'], env);
  expect(far.out + far.err).toContain('with the proxy of HTTPS_PROXY and HTTP_PROXY: the proxy answered 407');
  expect(asked).toEqual(['property.example:443']);
  const near = await domesday(['mcp', 'doctor', 'http://127.0.0.1:1/mcp'], env);
  refusing.close();
  expect(near.out + near.err).toContain('127.0.0.1:1 does not answer');
  expect(asked).toHaveLength(1);
});
