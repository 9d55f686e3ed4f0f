import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Breaks every connection, and refuses new ones until `mend`. */
  cut(): void;
  /** Keeps every connection open and forwards nothing until `mend`. */
  stall(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A proxy between a client and the ports; connections are distributed in turn. */
export async function startProxy(ports: number[]): Promise<TcpProxy> {
  let state: 'whole' | 'cut' | 'stalled' = 'whole';
  let turn = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = connect(ports[turn++ % ports.length]!, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
      if (state === 'stalled') socket.unpipe(other).pause();
    }
    upstreams.set(client, upstream);
  });
  const upstreams = new WeakMap<Socket, Socket>();
  const pairs = (): [Socket, Socket][] =>
    [...sockets].flatMap((socket) => {
      const other = upstreams.get(socket);
      return other ? [[socket, other] as [Socket, Socket]] : [];
    });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    stall() {
      state = 'stalled';
      for (const [client, upstream] of pairs()) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
    },
    mend() {
      if (state === 'stalled') {
        for (const [client, upstream] of pairs()) {
          client.pipe(upstream);
          upstream.pipe(client);
        }
      }
      state = 'whole';
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
