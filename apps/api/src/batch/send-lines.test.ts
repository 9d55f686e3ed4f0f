import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { sendLines } from './send-lines.ts';

const BYTES = 250_000;
/** Together far more than the buffers of a connection take. */
const lines = Array.from({ length: 200 }, (_, i) => `${String(i).padEnd(BYTES - 1)}\n`);

it('counts as sent each line that the client began to read before it disconnected', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  const sent = sendLines(res, lines);
  let read = 0;
  for await (const piece of client) {
    read += piece.length;
    if (read > 20 * BYTES) break;
  }
  client.destroy();
  // The last line, which was read only in part, counts too.
  expect(await sent).toBeGreaterThanOrEqual(Math.ceil((read - 20_000) / BYTES));
  expect(await sent).toBeLessThan(lines.length);
  server.close();
});

it('counts every line as sent if the client reads them all', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const read = fetch(url).then((answer) => answer.text());
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  expect(await sendLines(res, lines)).toBe(lines.length);
  res.end();
  expect((await read) === lines.join('')).toBe(true);
  server.close();
});

it('counts short lines as sent if a client with small buffers read them before it disconnected', async () => {
  const LINE = 4000;
  const READ = 34_000;
  let read = 0;
  const connection = new Duplex({
    read() {},
    write(piece: Buffer, _encoding, done) {
      read += piece.length;
      if (read < READ) done();
      else this.destroy();
    },
  });
  const res = new ServerResponse(new IncomingMessage(connection as Socket));
  res.assignSocket(connection as Socket);
  connection.on('close', () => res.emit('close'));
  const short = Array.from({ length: 50 }, () => `${'x'.repeat(LINE - 1)}\n`);
  expect(await sendLines(res, short)).toBe(8);
});
