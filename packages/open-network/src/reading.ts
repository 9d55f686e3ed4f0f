import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Tell = (was_read: boolean) => void;

/** Answers that were written to a connection since its last request. */
const written = new WeakMap<Socket, Tell[]>();

/**
 * Tells once whether the client has read what was just written to its connection: true with its next request or an end
 * that nothing contradicts, false if its system answers with a reset, as it does for a program that has left.
 */
export function watchReading(socket: Socket, tell: Tell): void {
  const before = written.get(socket);
  // Requests that were sent without awaiting answers share one look, or their listeners would add up.
  if (before) return void before.push(tell);
  const all = [tell];
  written.set(socket, all);
  const settle = (was_read: boolean) => {
    written.delete(socket);
    socket.off('end', onEnd).off('close', onClose).off('data', onData);
    for (const one of all) one(was_read);
  };
  // A reset that follows an end shows itself only to the next write, be it of nothing.
  const onEnd = () => void (socket.writable && socket.write(''));
  const onClose = (broken: boolean) => settle(!broken);
  const onData = () => settle(true);
  // Before Node's own listener, which ends the connection.
  socket.prependOnceListener('end', onEnd).once('close', onClose);
  setImmediate(() => written.get(socket) === all && socket.once('data', onData));
}

/** Tells once whether the client has read the answer: false too if not all of it could be handed over. */
export function watchAnswer(response: ServerResponse, tell: Tell): void {
  const { socket } = response;
  let handed_over = false;
  response.once('finish', () => {
    // Node emits this as well where the end of the connection cut the last write short.
    handed_over = socket !== null && !socket.destroyed;
  });
  response.once('close', () => (handed_over ? watchReading(socket!, tell) : tell(false)));
}
