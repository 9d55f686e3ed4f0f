import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { docsUrlOf, type ErrorCode } from './errors.ts';

/** Requests of one connection that wait for their turn, sent without awaiting answers. */
const MOST_PIPELINED = 32;
const MOST_ON_A_CONNECTION = 1000;
/** A connection on which nothing moves for so long is closed, also where its client does not read. */
const IDLE_MS = 60_000;
const waiting = new WeakMap<Socket, number>();

export interface Listening {
  port: number;
  /** Takes no new requests, and ends when those it has are answered. */
  close(): Promise<void>;
}

/** Answers HTTP by the app. A request has `arrival_ms` to arrive. */
export async function listen(
  app: Express,
  { host, port, arrival_ms }: { host: string; port: number; arrival_ms: number },
): Promise<Listening> {
  let stopping = false;
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (!withinDepth(req.socket, res)) return;
    // A connection that is kept alive is never idle under load: once stopping, each answer is its last.
    if (stopping) res.setHeader('Connection', 'close');
    app(req, res);
  };
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      requestTimeout: arrival_ms,
      headersTimeout: arrival_ms / 2,
      // Left alone, Node looks every 30 seconds only, and a slow request lives twice as long as it may.
      connectionsCheckingInterval: arrival_ms / 6,
      keepAliveTimeout: 65_000,
      // The app refuses a request without Host itself, with the body that every error has.
      requireHostHeader: false,
    },
    handle,
  );
  server.maxRequestsPerSocket = MOST_ON_A_CONNECTION;
  server.timeout = IDLE_MS;
  server.on('clientError', refuseUnreadable);
  // What a client expects beyond 100-continue is passed over, as HTTP allows, instead of a 417 without a body.
  server.on('checkExpectation', handle);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      stopping = true;
      return closeServer(server, sockets);
    },
  };
}

/** Node reads all that a packet holds: where that is more than a client can mean, the connection is closed. */
function withinDepth(socket: Socket, res: ServerResponse): boolean {
  if (socket.destroyed) return false;
  const depth = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, depth);
  res.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (depth > MOST_PIPELINED) socket.destroy();
  return depth <= MOST_PIPELINED;
}

function closeServer(server: Server, open: Set<Socket>): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
    // Node counts a connection that has not asked anything yet as busy; it would hold up the stop.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    // What is still open after the grace is cut, so that a stop always ends.
    setTimeout(() => server.closeAllConnections(), 10_000).unref();
  });
}

/** What cannot be parsed as HTTP never reaches the app; it gets the same error body all the same. */
function refuseUnreadable(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: import('node:stream').Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, reason, code, message]: [number, string, ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          431,
          'Request Header Fields Too Large',
          'uri_too_long',
          'Address and headers together may hold 16 KB.',
        ]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout', 'malformed_request', 'The request took too long to arrive.']
        : [400, 'Bad Request', 'malformed_request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({
    error: { code, message, status, details: [], request_id: 'none', docs_url: docsUrlOf(code) },
  });
  const headOnly = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${headOnly ? '' : body}`,
  );
}
