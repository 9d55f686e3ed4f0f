import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isThisMachine, networkOf, type Trust } from './address.ts';
import { endGentlyOnceAnswered } from './early-answer.ts';
import type { OnTurnedAway } from './turned-away.ts';

/** The most pipelined requests of a connection, including the one that is being answered. */
const MOST_PIPELINED = 16;
/**
 * How many bytes of a connection are parsed at a time. Node reads 64 KB at once, which may hold 3,000 short requests,
 * and would create an object for each before the connection could be ended.
 */
const PIECE_BYTES = 512;
const MOST_ON_A_CONNECTION = 1000;
/** A connection is closed after its client has neither sent what is awaited nor read its answer for this long. */
const IDLE_MS = 60_000;
/** The most connections from one address that is neither this machine nor a trusted proxy. */
const MOST_CONNECTIONS = 512;

/**
 * How many connections the system queues until they are accepted; `net.core.somaxconn` may allow fewer. Node's default
 * is 511. If more clients connect at once, the system drops some of them, and they try again after 1, 2 and 4 seconds.
 */
const BACKLOG = 4096;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The request that each connection is answering. */
const under_way = new WeakMap<Socket, Exchange>();
/** The number of running pieces of work for each request that has not completely arrived. */
const at_work = new WeakMap<IncomingMessage, number>();

/** Keeps a request's connection from being closed as idle while the server works on the part that has arrived. */
export function keepWhile(request: IncomingMessage, work: Promise<unknown>): void {
  const add = (by: number) => at_work.set(request, (at_work.get(request) ?? 0) + by);
  add(1);
  const over = () => add(-1);
  work.then(over, over);
}

/** Whether the client is waiting for the server, which may take long if it is busy. */
function isServersTurn({ request, response }: Exchange): boolean {
  const something_arrived = request.complete || request.readableLength > 0 || (at_work.get(request) ?? 0) > 0;
  return something_arrived && response.writableLength === 0;
}

/**
 * Closes an idle connection, unless the server is what the client waits for. Answers 408 if a request has partly
 * arrived.
 */
function endIdle(server: Server, socket: Socket): void {
  const exchange = under_way.get(socket);
  if (exchange && isServersTurn(exchange)) return void socket.setTimeout(server.timeout);
  if (!exchange || exchange.request.complete) return void socket.destroy();
  const error = Object.assign(new Error('the rest of the request is late'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  if (!server.emit('clientError', error, socket)) socket.destroy();
}

/**
 * Handles the requests of a connection one after the other, so that for a client that reads nothing only one answer is
 * held in memory. Closes a connection with more than MOST_PIPELINED waiting requests.
 */
export function inTurn(handle: RequestListener, onTurnedAway?: OnTurnedAway): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  const counts = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = queues.get(socket) ?? [];
    if (queue.length >= MOST_PIPELINED) {
      onTurnedAway?.('too_many_waiting');
      return void socket.destroy();
    }
    queues.set(socket, queue);
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    if (count >= MOST_ON_A_CONNECTION) response.shouldKeepAlive = false;
    queue.push(() => {
      if (!request.complete) endGentlyOnceAnswered(request);
      under_way.set(socket, { request, response });
      handle(request, response);
    });
    response.once('close', () => {
      queue.shift();
      under_way.delete(socket);
      if (socket.writable) queue[0]?.();
    });
    if (queue.length === 1) queue[0]!();
  };
}

/** Passes arriving data to the parser in small pieces, and stops once the connection has ended. */
function parseInPieces(socket: Socket): void {
  // With no `data` listener, Node's parser reads the socket directly and bypasses `push`.
  socket.on('data', () => {});
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null || chunk.length <= PIECE_BYTES) return push(chunk);
    let more = true;
    for (let from = 0; from < chunk.length && !socket.destroyed; from += PIECE_BYTES)
      more = push(chunk.subarray(from, from + PIECE_BYTES));
    return more;
  };
}

/** Starts listening and returns the port. Rejects if the address is in use. */
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

/** Limits the number of connections of an address, and how long a connection may be idle. */
export function boundConnections(
  server: Server,
  trust: Trust,
  { most = MOST_CONNECTIONS, onTurnedAway }: { most?: number; onTurnedAway?: OnTurnedAway } = {},
): void {
  server.timeout = IDLE_MS;
  server.on('timeout', (socket) => endIdle(server, socket));
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    parseInPieces(socket);
    const address = socket.remoteAddress ?? '';
    if (isThisMachine(address) || trust(address, 0)) return;
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (count >= most) {
      onTurnedAway?.('too_many_connections');
      return void socket.destroy();
    }
    counts.set(network, count + 1);
    socket.once('close', () => {
      const remaining = counts.get(network)! - 1;
      if (remaining > 0) counts.set(network, remaining);
      else counts.delete(network);
    });
  });
}
