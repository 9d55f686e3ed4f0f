import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { watchArrival } from './arrival.ts';

/** How long a client may continue to send on a connection that is ending. */
const LONGEST_MS = 30_000;

/**
 * Ends the connection gently, so that the client can read an answer that is sent before its request has completely
 * arrived. Node would close the connection as soon as the answer is written. The system then answers further data with
 * a reset, and a client that sends everything before it reads would see only the reset.
 */
export function endGentlyOnceAnswered(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () =>
    request.complete ? Socket.prototype.destroySoon.call(socket) : endGently(socket);
}

/**
 * Half-closes the connection and discards what its client still sends, until the client ends, sends too slowly, or
 * LONGEST_MS is over.
 */
export function endGently(socket: Socket): void {
  socket.end();
  // Further data are not parsed.
  socket.removeAllListeners('data').on('data', () => {});
  socket.resume();
  const destroy = () => socket.destroy();
  const watched = watchArrival({ socket, complete: false }, destroy);
  const longest = setTimeout(destroy, LONGEST_MS).unref();
  socket.once('end', destroy).once('close', () => {
    watched();
    clearTimeout(longest);
  });
}
