import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isThisMachine, networkOf, type Trust } from './address.ts';
import { endGentlyOnceAnswered } from './early-answer.ts';
import type { OnTurnedAway } from './turned-away.ts';

/** Requests of one connection that were sent without awaiting answers, with the one that is being answered. */
const MOST_PIPELINED = 16;
/**
 * Bytes of a connection that are parsed at a time. Node reads 64 KB, which hold 3,000 short requests, and would make
 * an object of each before the connection can be ended.
 */
const PIECE_BYTES = 512;
const MOST_ON_A_CONNECTION = 1000;
/** A connection whose client neither sends what is awaited nor reads what it is sent for so long is closed. */
const IDLE_MS = 60_000;
/** Connections of one address that is neither this machine nor a trusted proxy. */
const MOST_CONNECTIONS = 512;

/**
 * Connections that the system holds until they are accepted; `net.core.somaxconn` may allow fewer. Node asks for 511.
 * When more clients come at once, some are dropped, whoever they are, and try again after 1, 2 and 4 seconds.
 */
const BACKLOG = 4096;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** What each connection is answering. */
const under_way = new WeakMap<Socket, Exchange>();
/** Pieces of work on requests of which more is to arrive. */
const at_work = new WeakMap<IncomingMessage, number>();

/** Keeps the connection of a request open while the server works on a part of it. */
export function keepWhile(request: IncomingMessage, work: Promise<unknown>): void {
  const add = (by: number) => at_work.set(request, (at_work.get(request) ?? 0) + by);
  add(1);
  const over = () => add(-1);
  work.then(over, over);
}

/** Whether the client waits for the server: it may wait for long where the server is busy. */
function isServersTurn({ request, response }: Exchange): boolean {
  const something_arrived = request.complete || request.readableLength > 0 || (at_work.get(request) ?? 0) > 0;
  return something_arrived && response.writableLength === 0;
}

/** Closes a connection on which nothing moves, but not where that is the server's fault; tells why where it can. */
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
 * Answers the requests of a connection one after the other, so that a client that reads nothing is owed one answer and
 * not all that it asked for. More that wait than a client can mean end the connection.
 */
export function inTurn(handle: RequestListener, onTurnedAway?: OnTurnedAway): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  const counts = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? [];
    if (line.length >= MOST_PIPELINED) {
      onTurnedAway?.('too_many_waiting');
      return void socket.destroy();
    }
    lines.set(socket, line);
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    if (count >= MOST_ON_A_CONNECTION) response.shouldKeepAlive = false;
    line.push(() => {
      if (!request.complete) endGentlyOnceAnswered(request);
      under_way.set(socket, { request, response });
      handle(request, response);
    });
    response.once('close', () => {
      line.shift();
      under_way.delete(socket);
      if (socket.writable) line[0]?.();
    });
    if (line.length === 1) line[0]!();
  };
}

/** Hands on what arrives in pieces, and nothing more once the connection has ended. */
function parseInPieces(socket: Socket): void {
  // Without a listener, Node's parser reads from the system by itself, and nothing passes here.
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

/** Bounds how many connections an address has, and how long each stays when nothing moves. */
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
      const left = counts.get(network)! - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
