import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createPool, type Db } from '@domesday/db';
import { pino } from 'pino';
import { type AppOptions, createApp } from './app.ts';
import type { ApiConfig } from './config.ts';
import { prepareRequestChecks } from './http/check-request.ts';
import { createDatabaseClock } from './http/database-clock.ts';
import { connectSharedLimiter } from './http/shared-rate-limit.ts';
import { createTracer } from './http/tracing.ts';

export interface RunningApi {
  /** Base address, which ends in /v1. */
  url: string;
  /** Stops taking requests, finishes those it has, writes the counters, closes the pool. */
  close(): Promise<void>;
}

/** Starts the REST server. `overrides` injects a clock, a logger or how long a request may take to arrive, for tests. */
export async function startApi(
  config: ApiConfig,
  overrides: Partial<AppOptions> & { arrival_ms?: number } = {},
): Promise<RunningApi> {
  const arrival_ms = overrides.arrival_ms ?? 30_000;
  const open = (address: string, pooled: boolean): Db =>
    createPool(address, {
      max: config.pool_size,
      statement_timeout_ms: config.statement_timeout_ms,
      // The server cancels a statement in time; a server that does not even do that is given up shortly after.
      query_timeout_ms: config.statement_timeout_ms + 1000,
      connection_timeout_ms: 3000,
      application_name: 'domesday-api',
      pooled,
    });
  const db = open(config.database_url, config.pooled ?? false);
  const replicas = (config.read_database_urls ?? []).map((address) => open(address, false));
  const log =
    overrides.log ??
    pino({ level: config.log_level }, pino.destination({ dest: 2, sync: false, minLength: 4096 }));
  const databaseClock = overrides.clock ? undefined : await createDatabaseClock(db);
  const clock = overrides.clock ?? databaseClock!;
  const limiter = config.redis_url ? await connectSharedLimiter(config.redis_url, Date.now, log) : undefined;
  if (!limiter && !overrides.limiter) {
    log.info('rate limits are counted by this process alone; with REDIS_URL several processes share them');
  }
  const tracer = config.otlp_endpoint
    ? await createTracer({
        endpoint: config.otlp_endpoint,
        service: 'domesday-api',
        onError: (error) => log.warn({ error: String(error) }, 'traces not sent'),
      })
    : undefined;
  for (const one of [db, ...replicas]) tracer?.queries(one);
  const { app, usage, ledger, sources } = createApp({
    db,
    replicas,
    clock,
    log,
    ...(tracer ? { tracer } : {}),
    ...overrides,
    ...(limiter ? { limiter } : {}),
  });
  await prepareRequestChecks();
  let stopping = false;
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
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
    server.listen(config.port, config.host, done);
  });
  const { port } = server.address() as AddressInfo;
  const flusher = setInterval(() => log.flush(), 1000);
  flusher.unref();
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}/v1`,
    close: async () => {
      clearInterval(flusher);
      stopping = true;
      await closeServer(server, sockets);
      await usage.stop();
      await ledger.stop();
      limiter?.close();
      await tracer?.stop();
      sources.stop();
      databaseClock?.stop();
      await Promise.all([db, ...replicas].map((one) => one.end()));
      log.flush();
    },
  };
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
  const [status, reason, code, message] =
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
    error: { code, message, status, details: [], request_id: 'none', docs_url: '/v1/docs' },
  });
  const headOnly = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${headOnly ? '' : body}`,
  );
}
