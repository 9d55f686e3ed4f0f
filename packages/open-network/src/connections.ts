import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isThisMachine, networkOf, type Trust } from './address.ts';

/** Requests of one connection that wait for their turn, sent without awaiting answers. */
const MOST_PIPELINED = 32;
const MOST_ON_A_CONNECTION = 1000;
/** A connection on which nothing moves for so long is closed, also where its client does not read. */
const IDLE_MS = 60_000;
/** Connections of one address that is neither this machine nor a trusted proxy. */
const MOST_CONNECTIONS = 512;

/**
 * Connections that the system holds until they are accepted; `net.core.somaxconn` may allow fewer. Node asks for 511. When
 * more clients come at once, some are dropped, whoever they are, and try again after 1, 2 and 4 seconds.
 */
const BACKLOG = 4096;

/**
 * Answers the requests of a connection one after the other, so that a client that reads nothing is owed one answer and
 * not all that it asked for. More that wait than a client can mean end the connection.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? [];
    if (line.length >= MOST_PIPELINED) return void socket.destroy();
    lines.set(socket, line);
    line.push(() => handle(request, response));
    response.once('close', () => {
      line.shift();
      if (!socket.destroyed) line[0]?.();
    });
    if (line.length === 1) line[0]!();
  };
}

/** Listens, and gives the port. Rejects where the address is taken. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', fail);
      done();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** Bounds how many connections an address has, how many requests each serves, and how long it stays when nothing moves. */
export function boundConnections(server: Server, trust: Trust, most = MOST_CONNECTIONS): void {
  server.maxRequestsPerSocket = MOST_ON_A_CONNECTION;
  server.timeout = IDLE_MS;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isThisMachine(address) || trust(address, 0)) return;
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (count >= most) return void socket.destroy();
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = counts.get(network)! - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
