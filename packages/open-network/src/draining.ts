import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

const LOOK_EVERY_MS = 50;

export interface DrainTimes {
  /**
   * Time in which clients may still ask on the connections that they have: a request that is on its way to one that is
   * closed is lost, and its sender cannot know whether it was begun.
   */
  last_requests_ms: number;
  /** Connections that are still open after that time are cut, so that a stop always ends. */
  most_ms: number;
}

/**
 * Lets a server stop and answer what is on its way: the function takes no more connections, lets clients ask on those
 * that are open for a while, each answer being the last of its connection, and resolves when all have ended.
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
    // That of the HTTP server closes what waits for a request at once.
    const closed = new Promise<void>((done) => void NetServer.prototype.close.call(server, () => done()));
    const closeIdle = (): void => {
      server.closeIdleConnections();
      // Node counts a connection without a request as busy; it would delay the stop.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    };
    let timer: NodeJS.Timeout | undefined;
    const waiting = setTimeout(() => {
      closeIdle();
      // An answer that was begun before did not say that it is the last.
      timer = setInterval(closeIdle, LOOK_EVERY_MS);
    }, last_requests_ms);
    const late = setTimeout(() => server.closeAllConnections(), most_ms);
    await closed;
    for (const one of [waiting, late]) clearTimeout(one);
    clearInterval(timer);
    // Ends Node's own look for requests that are late.
    server.close();
  };
}
