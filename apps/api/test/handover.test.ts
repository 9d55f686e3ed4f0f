import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTurn } from '@domesday/open-network/connections';
import express from 'express';
import { expect, it } from 'vitest';
import { deliver, watchHandover } from '../src/http/sending/delivery.ts';

/** Larger than the buffers of a connection. */
const LARGE_CHARS = 32 * 1024 * 1024;

it.each([
  ['and disconnects', (end: (reset: boolean) => void) => end(false), LARGE_CHARS, 1],
  ['and resets the connection', (end: (reset: boolean) => void) => end(true), LARGE_CHARS, 1],
  ['and is disconnected by the server', null, LARGE_CHARS, 1],
  ['and is disconnected by the server after a short answer', null, 10, 0],
])(
  'counts an answer as doubtful if the client may have read only a part of it: a client that does not read %s',
  async (_, leave, chars, doubted) => {
    let doubts = 0;
    let tell: (sent: boolean) => void;
    const outcome = new Promise<boolean>((done) => {
      tell = done;
    });
    const app = express();
    app.use((req, res, next) => {
      watchHandover(req, res);
      next();
    });
    app.get('/', async (_req, res) => tell(await deliver(res, 'x'.repeat(chars), () => doubts++)));
    const server = createServer(app);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    client.on('error', () => {});
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await sleep(500);
    if (leave) leave((reset) => (reset ? client.resetAndDestroy() : client.destroy()));
    else server.closeAllConnections();
    expect([await outcome, doubts]).toEqual([true, doubted]);
    client.destroy();
    server.close();
  },
);

it('charges an answer, with doubt, if the client read most of it before it disconnected', async () => {
  let tell: (sent: boolean) => void;
  const outcome = new Promise<boolean>((done) => {
    tell = done;
  });
  let doubts = 0;
  const app = express();
  app.get('/', async (_req, res) => tell(await deliver(res, 'x'.repeat(LARGE_CHARS), () => doubts++)));
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  let read = 0;
  for await (const piece of client) {
    read += piece.length;
    if (read > LARGE_CHARS / 2) break;
  }
  client.resetAndDestroy();
  expect([await outcome, doubts]).toEqual([true, 1]);
  server.close();
});

it.each([
  ['as the answer is sent, before it can read', true],
  ['as soon as it has read the answer', false],
])(
  'counts an answer as doubtful only if the client did not receive it: a client that disconnects %s',
  async (_, early) => {
    const app = express();
    app.use((req, res, next) => {
      watchHandover(req, res);
      next();
    });
    let doubts = 0;
    let sent = 0;
    app.get('/', async (_req, res) => {
      // Closed at once, so that its end and the answer cross.
      if (early) client.destroy();
      if (await deliver(res, 'x', () => doubts++)) sent++;
    });
    const server = createServer(app);
    let closed = 0;
    server.on('connection', (socket) => socket.once('close', () => closed++));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    let client: Socket;
    for (let call = 1; call <= 50; call++) {
      client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.once('data', () => client.destroy()).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await new Promise((done) => client.once('close', done));
      await expect.poll(() => [sent, closed]).toEqual([call, call]);
    }
    server.close();
    expect(doubts).toBe(early ? 50 : 0);
  },
);

it('adds no event listener for each of many answers that a client has not read yet', async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on('warning', onWarning);
  const app = express();
  app.use((req, res, next) => {
    watchHandover(req, res);
    next();
  });
  let sent = 0;
  let doubts = 0;
  app.get('/', async (_req, res) => {
    if (await deliver(res, 'x', () => doubts++)) sent++;
  });
  const server = createServer(inTurn(app));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(16));
  await expect.poll(() => sent).toBe(16);
  // If bytes are left unread, the client's system resets the connection: then the whole answer counts as doubtful.
  client.destroy();
  await expect.poll(() => doubts).toBe(16);
  expect(warnings).toEqual([]);
  process.off('warning', onWarning);
  server.close();
});
