import { createServer, type Socket } from 'node:net';

/**
 * A server that closes each connection directly after its answer, or in the middle of it if the path ends with `/cut`.
 * The path gives the number of bytes in the body: `/50000`, or `/50000/with-length` to send a Content-Length.
 */
export async function closingServer(): Promise<{ origin: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (asked) => {
      const [, path = ''] = /^\w+ (\S+)/.exec(String(asked)) ?? [];
      const bytes = Number(path.split('/')[1]);
      const length = path.includes('with-length') ? `Content-Length: ${bytes}\r\n` : '';
      socket.write(`HTTP/1.1 404 Not Found\r\nConnection: close\r\n${length}\r\n`);
      if (path.endsWith('/cut')) socket.write(Buffer.alloc(bytes / 2), () => socket.resetAndDestroy());
      else socket.end(Buffer.alloc(bytes, 'x'));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
