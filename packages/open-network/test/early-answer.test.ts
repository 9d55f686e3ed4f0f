import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trustIn } from '../src/address.ts';
import { boundConnections, inTurn } from '../src/connections.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function serve(handle: RequestListener): Promise<number> {
  const server = createServer(inTurn(handle));
  boundConnections(server, trustIn([]));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return (server.address() as AddressInfo).port;
}

const refuse: RequestListener = (_request, response) =>
  void response.writeHead(401, { Connection: 'close' }).end('refused');

/** Sends a whole body before it reads anything, as many clients do. Returns the text it read, or the error code. */
function sendThenRead(port: number, body: Buffer): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code!));
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body, () => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.once('close', () => done(text));
    });
    open.push({ close: () => socket.destroy() });
  });
}

describe('an answer that is given before the body has arrived', () => {
  it('reaches a client that sends all of 50 MB before it reads', async () => {
    const port = await serve(refuse);
    const answer = await sendThenRead(port, Buffer.alloc(50 * 1024 * 1024));
    expect(answer).toMatch(/^HTTP\/1\.1 401 .*\r\nrefused\r\n/s);
  });

  it('is the last on its connection: the rest of the body is not read as a request', async () => {
    let requests = 0;
    const port = await serve((request, response) => {
      requests++;
      refuse(request, response);
    });
    await sendThenRead(port, Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100_000)));
    expect(requests).toBe(1);
  });

  it('does not keep a connection open on which the body then arrives too slowly', async () => {
    const port = await serve(refuse);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    const body_bytes = 1_000_000;
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body_bytes}\r\n\r\n`);
    const trickle = setInterval(() => socket.write('a'), 100);
    socket.resume();
    await new Promise((done) => socket.once('close', done));
    clearInterval(trickle);
    expect(socket.bytesWritten).toBeLessThan(body_bytes);
  });
});
