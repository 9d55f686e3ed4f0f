import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trustIn } from '../src/address.ts';
import { boundConnections, inTurn } from '../src/connections.ts';
import { continueWhenRead } from '../src/expect-continue.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A connection to a server of this handler, and what has been read on it. */
async function client(handle: RequestListener): Promise<{ socket: Socket; text(): string }> {
  const line = inTurn(continueWhenRead(handle));
  const server = createServer(line).on('checkContinue', line);
  boundConnections(server, trustIn([]));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  open.push(() => {
    socket.destroy();
    server.close();
  });
  return { socket, text: () => text };
}

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';

describe('a client that sends Expect: 100-continue', () => {
  it('gets no 100 Continue from a server that refuses the request, and the connection ends', async () => {
    const { socket, text } = await client((_request, response) => void response.writeHead(401).end());
    const closed = new Promise((done) => socket.once('close', done));
    socket.write(HEAD);
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 401 /);
    expect(text()).toContain('Connection: close');
    expect(text()).not.toContain('100 Continue');
  });

  it('gets one 100 Continue when the body is read, and the connection stays open', async () => {
    const { socket, text } = await client(async (request, response) => {
      await new Promise((done) => setTimeout(done, 200));

      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      response.end(Buffer.concat(pieces));
    });
    for (let n = 1; n <= 2; n++) {
      socket.write(HEAD);
      await expect.poll(() => text().split('100 Continue').length - 1).toBe(n);
      socket.write('hello');
      await expect.poll(() => text().split('hello').length - 1).toBe(n);
      expect(text()).not.toContain('Connection: close');
      if (n === 1) await new Promise((done) => setTimeout(done, 50));
    }
  });
});
