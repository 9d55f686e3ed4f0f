import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answerUnreadable, noteAnswer } from '../src/unreadable.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A server that answers unreadable requests with the reason, and its sockets. */
async function serve(answer: RequestListener = (_, response) => response.end('whole')) {
  const server = createServer((request, response) => {
    noteAnswer(request, response);
    answer(request, response);
  });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const refuse = answerUnreadable(server, (why) => JSON.stringify(why));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return { port: (server.address() as AddressInfo).port, sockets, refuse };
}

/** Sends each text, and waits for the word beside it in the answer before the next one. Returns all that was read. */
async function exchange(port: number, ...texts: [sent: string, answered_with: string][]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  open.push({ close: () => socket.destroy() });
  socket.on('error', () => {});
  let read = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    read += piece;
  });
  const ended = new Promise((done) => socket.once('close', done));
  for (const [sent, answered_with] of texts) {
    socket.write(sent);
    await expect.poll(() => read.includes(answered_with)).toBe(true);
  }
  await ended;
  return read;
}

const ASK = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const NO_HTTP = 'GET\r\n\r\n';

describe('a request that cannot be read as HTTP', () => {
  it.each([
    ['no HTTP', 400, 'The request is not valid HTTP.', NO_HTTP],
    [
      'headers that are too long',
      431,
      'URL and headers together may have at most 16 KB.',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    ],
  ])(
    'is refused with the reason in a body of the stated length, and the connection ends: %s',
    async (_, status, message, sent) => {
      const { port } = await serve();
      const [head, body] = (await exchange(port, [sent, 'HTTP/1.1'])).split('\r\n\r\n') as [string, string];
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z][\\w ]+\r\n`));
      expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
      expect(head).toContain('\r\nConnection: close');
      expect(JSON.parse(body)).toEqual({ status, message });
    },
  );

  it('is refused without a body if its method is HEAD', async () => {
    const { port } = await serve();
    const read = await exchange(port, ['HEAD / HTTP/1.1\r\nno header\r\n\r\n', 'HTTP/1.1']);
    expect(read).toMatch(/^HTTP\/1\.1 400 /);
    expect(read.endsWith('\r\n\r\n')).toBe(true);
  });

  it('is refused after a complete answer, but in the middle of an answer only ends the connection', async () => {
    const whole = await serve();
    const after = await exchange(whole.port, [ASK, 'whole'], [NO_HTTP, '400 Bad Request']);
    expect(after.split('HTTP/1.1 ').map((one) => one.slice(0, 3))).toEqual(['', '200', '400']);
    const begun = await serve((_, response) => void response.write('part'));
    const amid = await exchange(begun.port, [ASK, 'part'], [NO_HTTP, 'part']);
    expect(amid.split('HTTP/1.1 ').map((one) => one.slice(0, 3))).toEqual(['', '200']);
  });
});

it('a connection that its client has reset is closed without writing to it', async () => {
  const { port, sockets, refuse } = await serve();
  const client = connect(port, '127.0.0.1');
  open.push({ close: () => client.destroy() });
  await expect.poll(() => sockets.length).toBe(1);
  const socket = sockets[0]!;
  refuse(Object.assign(new Error('made up'), { code: 'ECONNRESET' }), socket);
  expect([socket.destroyed, socket.bytesWritten]).toEqual([true, 0]);
});
