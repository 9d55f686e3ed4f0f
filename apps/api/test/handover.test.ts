import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { expect, it } from 'vitest';
import { deliver, watchHandover } from '../src/http/delivery.ts';

/** Larger than what connections hold. */
const LARGE_CHARS = 32 * 1024 * 1024;

it.each([
  ['leaves', (end: (reset: boolean) => void) => end(false), LARGE_CHARS, false],
  ['resets', (end: (reset: boolean) => void) => end(true), LARGE_CHARS, false],
  ['is cut off by the server', null, LARGE_CHARS, false],
  ['is cut off by the server after a short answer', null, 10, true],
])(
  'does not take for delivered what is left when a client that does not read %s',
  async (_, leave, chars, sent) => {
    let tell: (sent: boolean) => void;
    const outcome = new Promise<boolean>((done) => {
      tell = done;
    });
    const app = express();
    app.use((req, res, next) => {
      watchHandover(req, res);
      next();
    });
    app.get('/', async (_req, res) => tell(await deliver(res, 'x'.repeat(chars), () => {})));
    const server = createServer(app);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    client.on('error', () => {});
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await sleep(500);
    if (leave) leave((reset) => (reset ? client.resetAndDestroy() : client.destroy()));
    else server.closeAllConnections();
    expect(await outcome).toBe(sent);
    client.destroy();
    server.close();
  },
);
