import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type DrainTimes, drainable } from '../src/draining.ts';

const LONG_MS = 60_000;
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

interface Client {
  socket: Socket;
  read(): string;
  ended: Promise<unknown>;
}

/** A server that answers at once, except on `/later`, and its clients. */
async function serve() {
  const later: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/later') later.push(response);
    else response.end(`answer to ${request.url}.`);
  });
  const drain = drainable(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const dial = async (): Promise<Client> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    open.push(socket);
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk;
    });
    const ended = new Promise((done) => socket.once('close', done));
    await new Promise((done) => socket.once('connect', done));
    return { socket, read: () => read, ended };
  };
  let over = false;
  return {
    server,
    later,
    dial,
    isOver: () => over,
    drain: (times: DrainTimes) =>
      drain(times).then(() => {
        over = true;
      }),
  };
}

it('answers one last request on each open or new connection, and accepts no other connection', async () => {
  const { drain, dial, isOver } = await serve();
  const [kept, made] = [await dial(), await dial()];
  kept.socket.write(ask('/first'));
  await expect.poll(kept.read).toContain('answer to /first.');
  const drained = drain({ last_requests_ms: LONG_MS, most_ms: LONG_MS });
  await sleep(100);
  expect(isOver()).toBe(false);
  const refused = await new Promise((done) => {
    open.push(connect(Number(kept.socket.remotePort), '127.0.0.1').once('error', done));
  });
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  for (const { socket, read, ended } of [kept, made]) {
    socket.write(ask('/last'));
    await ended;
    expect(read()).toMatch(/Connection: close[\s\S]*answer to \/last\.$/);
  }
  await drained;
});

it('closes connections after last_requests_ms: a silent one at once, one in the middle of an answer when it ends', async () => {
  const { drain, dial, later } = await serve();
  const [asking, silent] = [await dial(), await dial()];
  asking.socket.write(ask('/later'));
  await expect.poll(() => later.length).toBe(1);
  later[0]!.writeHead(200, { 'Content-Length': 4 }).write('he');
  const drained = drain({ last_requests_ms: 10, most_ms: LONG_MS });
  await silent.ended;
  later[0]!.end('re');
  await drained;
  await asking.ended;
  expect(asking.read()).toMatch(/here$/);
});

it('closes every open connection after most_ms', async () => {
  const { drain, dial, later } = await serve();
  const { socket, read, ended } = await dial();
  socket.write(ask('/later'));
  await expect.poll(() => later.length).toBe(1);
  await drain({ last_requests_ms: 0, most_ms: 50 });
  await ended;
  expect(read()).toBe('');
});
