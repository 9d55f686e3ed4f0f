import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Runs the proxy of deploy/compose as it is shipped, in front of servers that answer with the request they received.

const told = spawnSync('caddy', ['version'], { encoding: 'utf8' });
const caddy = told.status === 0;
if (!caddy) console.warn('skipped: the proxy is tried with caddy, which is not on the PATH');

const folder = mkdtempSync('/tmp/domesday-caddy-');
const servers: Server[] = [];
let proxy: ChildProcess;
let port: number;
let api: Server;
let api_port: number;

function listen(server: Server, at = 0): Promise<number> {
  servers.push(server);
  return new Promise((done) =>
    server.listen(at, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
  );
}

function stop(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

const echoServer = (name: string) =>
  createServer((req, res) => {
    res.end(JSON.stringify({ name, path: req.url, forwarded: req.headers['x-forwarded-for'] }));
  });

function ask(
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const method = body === undefined ? 'GET' : 'POST';
    request({ host: '127.0.0.1', port, path, headers, method }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => done({ status: answer.statusCode!, text }));
    })
      .on('error', fail)
      .end(body);
  });
}

/** The minor version of Caddy 2. A build that prints no version counts as new. */
const minor = Number(/^v?2\.(\d+)/.exec(told.stdout ?? '')?.[1] ?? Number.POSITIVE_INFINITY);

beforeAll(async () => {
  if (!caddy) return;
  api = echoServer('api');
  api_port = await listen(api);
  const mcp = await listen(echoServer('mcp'));
  const free = await Promise.all([listen(createServer()), listen(createServer())]);
  await Promise.all(servers.splice(2).map(stop));
  port = free[0];
  const file = join(folder, 'Caddyfile');
  const shipped = readFileSync(resolve(import.meta.dirname, '../../deploy/compose/Caddyfile'), 'utf8');
  // Debian 12 has Caddy 2.6, which refuses settings that it does not know.
  writeFileSync(file, minor < 7 ? shipped.replace('\t\tenable_full_duplex\n', '') : shipped);
  proxy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${free[1]}`,
      DOMESDAY_HOST: `http://127.0.0.1:${port}`,
      API_UPSTREAM: `127.0.0.1:${api_port}`,
      MCP_UPSTREAM: `127.0.0.1:${mcp}`,
    },
  });
  // Waits until the proxy answers with any status.
  while (
    !(await ask('/health').then(
      () => true,
      () => false,
    ))
  )
    await new Promise((done) => setTimeout(done, 100));
});
afterAll(() => {
  proxy?.kill('SIGKILL');
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!caddy)('the proxy of compose', () => {
  it.each([
    ['/v1/account', 'api'],
    ['/v1/openapi.json', 'api'],
    ['/', 'api'],
    ['/docs/guides/errors', 'api'],
    ['/assets/a.js', 'api'],
    ['/portal/session', 'api'],
    ['/health', 'api'],
    ['/mcp', 'mcp'],
  ])('passes %s on to the %s', async (path, name) => {
    const { status, text } = await ask(path);
    expect([status, JSON.parse(text)]).toEqual([200, { name, path, forwarded: '127.0.0.1' }]);
  });

  it.each(['/metrics', '/metrics/', '/health/ready', '//metrics', '/x/../metrics', '/%6detrics'])(
    'answers 404 for paths that are meant only for the operator: %s',
    async (path) => {
      const { status, text } = await ask(path);
      expect([status, text]).toEqual([404, '']);
    },
  );

  it('forwards the address of the client, and not the one that the client claims', async () => {
    const { text } = await ask('/v1/account', { 'X-Forwarded-For': '203.0.113.9' });
    expect(JSON.parse(text).forwarded).toBe('127.0.0.1');
  });

  it('holds a request while the API is replaced, and passes it on to the next server', async () => {
    await stop(api);
    const waiting = ask('/v1/account');
    await new Promise((done) => setTimeout(done, 500));
    api = echoServer('next');
    await listen(api, api_port);
    const { status, text } = await waiting;
    expect([status, JSON.parse(text).name]).toEqual([200, 'next']);
  });

  it.runIf(minor < 11)(
    'answers 502 to a held request with a body, in the versions of Caddy that deploy/README.md names',
    async () => {
      await stop(api);
      const waiting = ask('/v1/addresses/match', { 'Content-Type': 'application/json' }, '{}');
      await new Promise((done) => setTimeout(done, 500));
      api = echoServer('next');
      await listen(api, api_port);
      expect((await waiting).status).toBe(502);
    },
  );

  it('never repeats a request that reached the API, even if the answer is lost', async () => {
    await stop(api);
    let reached = 0;
    api = createServer((req) => {
      reached++;
      req.socket.destroy();
    });
    await listen(api, api_port);
    const { status } = await ask('/v1/account');
    expect([status, reached]).toEqual([502, 1]);
  });
});
