import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tells once whether the client has read what was just written to its connection: true with its next request or an end
 * that nothing contradicts, false if its system answers with a reset, as it does for a program that has left.
 */
export function watchReading(socket: Socket, tell: (was_read: boolean) => void): void {
  // A reset that follows an end shows itself only to the next write, be it of nothing.
  const onEnd = () => void (socket.writable && socket.write(''));
  const onClose = (broken: boolean) => tell(!broken);
  // Before Node's own listener, which ends the connection.
  socket.prependOnceListener('end', onEnd).once('close', onClose);
  setImmediate(() =>
    socket.once('data', () => {
      socket.off('end', onEnd).off('close', onClose);
      tell(true);
    }),
  );
}

/** Tells once whether the client has read the answer: false too if not all of it could be handed over. */
export function watchAnswer(response: ServerResponse, tell: (was_read: boolean) => void): void {
  const { socket } = response;
  let handed_over = false;
  response.once('finish', () => {
    // Node emits this as well where the end of the connection cut the last write short.
    handed_over = socket !== null && !socket.destroyed;
  });
  response.once('close', () => (handed_over ? watchReading(socket!, tell) : tell(false)));
}
