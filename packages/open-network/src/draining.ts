import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

const LOOK_EVERY_MS = 50;

export interface DrainTimes {
  /**
   * How long clients may still send requests on open connections. A request that is on its way to a closed connection
   * is lost, and its sender cannot know whether it was handled.
   */
  last_requests_ms: number;
  /** Connections that are still open after this time are cut, so that stopping always ends. */
  most_ms: number;
}

/**
 * Makes a server drainable. The returned function accepts no more connections and, for a while, answers requests on
 * open ones, closing each connection after its next answer. It resolves when all connections have ended.
 */
export function drainable(server: Server): (times: DrainTimes) => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async ({ last_requests_ms, most_ms }) => {
    const isLast = (_: IncomingMessage, response: ServerResponse): void => {
      response.shouldKeepAlive = false;
    };
    for (const event of ['request', 'checkContinue', 'checkExpectation'] as const)
      server.prependListener(event, isLast);
    // The close of the HTTP server itself would close idle connections at once, so that of its base class is called.
    const closed = new Promise<void>((done) => void NetServer.prototype.close.call(server, () => done()));
    const closeIdle = (): void => {
      server.closeIdleConnections();
      // Node counts a connection without a request as busy; it would delay the stop.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    };
    let timer: NodeJS.Timeout | undefined;
    const waiting = setTimeout(() => {
      closeIdle();
      // Answers that had begun before the drain did not announce that the connection will close.
      timer = setInterval(closeIdle, LOOK_EVERY_MS);
    }, last_requests_ms);
    const closeTimer = setTimeout(() => server.closeAllConnections(), most_ms);
    await closed;
    for (const one of [waiting, closeTimer]) clearTimeout(one);
    clearInterval(timer);
    // Stops Node's timer that checks for late requests.
    server.close();
  };
}
