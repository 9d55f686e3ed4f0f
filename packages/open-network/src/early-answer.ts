import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { watchArrival } from './arrival.ts';

/** Longest that a client may go on sending to a connection that is ending. */
const LONGEST_MS = 30_000;

/**
 * Has the connection end so that the client can read an answer which is given before its request has arrived. Node
 * would close it as soon as the answer is written; the system then answers what still comes with a reset, which
 * clients that send everything before they read take for the only answer.
 */
export function endGentlyOnceAnswered(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () =>
    request.complete ? Socket.prototype.destroySoon.call(socket) : endGently(socket);
}

/** Ends the connection, and drops what its client still sends, for as long as a body may take that goes on arriving. */
export function endGently(socket: Socket): void {
  socket.end();
  // Nothing more is parsed.
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
