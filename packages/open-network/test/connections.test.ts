import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { trustIn } from '../src/address.ts';
import { boundConnections, inTurn, keepWhile, listenOn } from '../src/connections.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((done) => server.listen(0, host, done));
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return (server.address() as AddressInfo).port;
}

function dial(port: number, host = '127.0.0.1'): Promise<Socket> {
  return new Promise((done) => {
    const socket = connect(port, host);
    socket.on('error', () => {});
    socket.once('connect', () => done(socket));
    open.push({ close: () => socket.destroy() });
  });
}

const ended = (socket: Socket) => new Promise((done) => socket.once('close', done));
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('pipelined requests', () => {
  it('begin in order, each after the one before it has been answered', async () => {
    const begun: ServerResponse[] = [];
    const paths: string[] = [];
    const port = await listen(
      createServer(
        inTurn((request, response) => {
          paths.push(request.url!);
          begun.push(response);
        }),
      ),
    );
    const socket = await dial(port);
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk;
    });
    socket.write(['/1', '/2', '/3'].map(ask).join(''));
    for (const path of ['/1', '/2', '/3']) {
      await expect.poll(() => paths.at(-1)).toBe(path);
      // No other request begins while this one is being answered.
      await new Promise((done) => setTimeout(done, 30));
      expect(paths.at(-1)).toBe(path);
      begun.at(-1)!.end(`answer to ${path}`);
    }
    await expect
      .poll(() => read.match(/answer to \/\d/g))
      .toEqual(['/1', '/2', '/3'].map((p) => `answer to ${p}`));
  });

  it('end the connection if more than 16 wait, and waiting ones never begin', async () => {
    let begun = 0;
    const turned_away: string[] = [];
    const handle = inTurn(
      () => void begun++,
      (reason) => turned_away.push(reason),
    );
    const socket = await dial(await listen(createServer(handle)));
    socket.write(ask('/').repeat(20));
    await ended(socket);
    expect(begun).toBe(1);
    expect(turned_away).toEqual(['too_many_waiting']);
  });

  it('are not parsed once their connection has ended, even if 2,000 arrive together', async () => {
    let parsed = 0;
    const server = createServer(inTurn(() => {})).on('request', () => void parsed++);
    boundConnections(server, trustIn([]));
    const socket = await dial(await listen(server));
    socket.write('GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(2000));
    await ended(socket);
    expect(parsed).toBeLessThan(64);
  });

  it('have bodies that arrive complete, however long they are', async () => {
    const server = createServer(
      inTurn((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk) => chunks.push(chunk));
        request.on('end', () =>
          response.end(createHash('sha256').update(Buffer.concat(chunks)).digest('hex')),
        );
      }),
    );
    boundConnections(server, trustIn([]));
    const body = randomBytes(300_000);
    const answer = await fetch(`http://127.0.0.1:${await listen(server)}`, { method: 'POST', body });
    expect(await answer.text()).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it('never begin once their connection is gone', async () => {
    const begun: ServerResponse[] = [];
    const port = await listen(createServer(inTurn((_request, response) => void begun.push(response))));
    const socket = await dial(port);
    socket.write(ask('/').repeat(3));
    await expect.poll(() => begun.length).toBe(1);
    socket.destroy();
    await ended(socket);
    await expect.poll(() => begun[0]!.destroyed).toBe(true);
    await new Promise((done) => setTimeout(done, 30));
    expect(begun.length).toBe(1);
  });
});

const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
if (!own)
  console.warn('skipped: connections by address need an address of this machine beside the loopback one');

describe.skipIf(!own)('connections of one address', () => {
  const held = async (proxies: string[], turned_away: string[] = []) => {
    const server = createServer((_request, response) => void response.end());
    boundConnections(server, trustIn(proxies), {
      most: 3,
      onTurnedAway: (reason) => turned_away.push(reason),
    });
    const port = await listen(server, '0.0.0.0');
    const sockets = await Promise.all(Array.from({ length: 6 }, () => dial(port, own)));
    await expect.poll(() => connections(server)).toBe(proxies.length ? 6 : 3);
    return { server, port, sockets };
  };
  const connections = (server: Server) =>
    new Promise<number>((done, fail) =>
      server.getConnections((error, count) => (error ? fail(error) : done(count))),
    );

  it('are limited, and one that ends makes room for another', async () => {
    const turned_away: string[] = [];
    const { server, port, sockets } = await held([], turned_away);
    expect(turned_away).toEqual(Array(3).fill('too_many_connections'));
    const kept = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open');
    kept[0]!.destroy();
    await expect.poll(() => connections(server)).toBe(2);
    const another = await dial(port, own);
    another.write(ask('/'));
    expect(String(await new Promise((done) => another.once('data', done)))).toMatch(/^HTTP\/1.1 200/);
  });

  it('are not limited for the address of a trusted proxy, which has many clients', async () => {
    await held([own!]);
  });
});

const can_tell = spawnSync('ss', ['--version']).status === 0;
if (!can_tell) console.warn('skipped: held connections are read with ss, which is not on the PATH');

it.skipIf(!can_tell)('asks the system for a backlog of 4,096 connections', async () => {
  const server = createServer();
  open.push(server);
  const port = await listenOn(server, '127.0.0.1', 0);
  const { stdout } = spawnSync('ss', ['-ltnH', `sport = :${port}`], { encoding: 'utf8' });
  const allowed = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  expect(Number(stdout.trim().split(/\s+/)[2])).toBe(Math.min(4096, allowed));
});

describe('an idle connection', () => {
  /** A server that closes idle connections soon, and answers `late_ms` after a request has begun to arrive. */
  async function idleAfter(idle_ms: number, late_ms: number, work = false): Promise<number> {
    const server = createServer(
      inTurn((request, response) => {
        request.resume();
        const answer = new Promise<void>((done) => setTimeout(done, late_ms));
        if (work) keepWhile(request, answer);
        void answer.then(() => response.end('late'));
      }),
    );
    boundConnections(server, trustIn([]));
    server.timeout = idle_ms;
    server.on('clientError', (error, socket) => socket.end(`${(error as NodeJS.ErrnoException).code}`));
    return listen(server);
  }
  async function sent(port: number, text: string): Promise<string> {
    const socket = await dial(port);
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk;
    });
    const over = ended(socket);
    socket.write(text);
    await Promise.race([over, new Promise((done) => setTimeout(done, 1500))]);
    return read;
  }
  const part = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n';

  it('is kept while the server works on the request, however long that takes', async () => {
    expect(await sent(await idleAfter(100, 600), ask('/'))).toContain('late');
    expect(await sent(await idleAfter(100, 600, true), `${part}abc`)).toContain('late');
  });

  it('is closed with a reason if the rest of a request is missing, and without one if no request is open', async () => {
    expect(await sent(await idleAfter(100, 5000), part)).toBe('ERR_HTTP_REQUEST_TIMEOUT');
    const idle = await dial(await idleAfter(100, 0));
    await ended(idle);
  });
});
