import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Tell = (was_read: boolean) => void;

/** Callbacks for answers written to a connection since its last request. */
const written = new WeakMap<Socket, Tell[]>();

/**
 * Calls `tell` once with whether the client has read what was just written to its connection. True on its next request
 * or a normal end of the connection; false on a reset, which the client's system sends if the program has gone.
 */
export function watchReading(socket: Socket, tell: Tell): void {
  const before = written.get(socket);
  // Pipelined requests share one set of listeners, which would otherwise accumulate.
  if (before) return void before.push(tell);
  const all = [tell];
  written.set(socket, all);
  const settle = (was_read: boolean) => {
    written.delete(socket);
    socket.off('end', onEnd).off('close', onClose).off('data', onData);
    for (const one of all) one(was_read);
  };
  // A reset after an end is noticed only by the next write, even an empty one.
  const onEnd = () => void (socket.writable && socket.write(''));
  const onClose = (broken: boolean) => settle(!broken);
  const onData = () => settle(true);
  // Prepended, since Node's own listener ends the connection.
  socket.prependOnceListener('end', onEnd).once('close', onClose);
  setImmediate(() => written.get(socket) === all && socket.once('data', onData));
}

/**
 * Calls `tell` once with whether the client has read the answer. False also if the answer could not be written
 * completely.
 */
export function watchAnswer(response: ServerResponse, tell: Tell): void {
  const { socket } = response;
  let handed_over = false;
  response.once('finish', () => {
    // Node also emits `finish` if the end of the connection cut off the last write.
    handed_over = socket !== null && !socket.destroyed;
  });
  response.once('close', () => (handed_over ? watchReading(socket!, tell) : tell(false)));
}
