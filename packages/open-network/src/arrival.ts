import type { IncomingMessage } from 'node:http';

/** A body must bring so many bytes in each time, or be complete. */
const LEAST_BYTES = 1000;
const EACH_MS = 2000;

/** Calls `onSlow` each time that the body of a request comes more slowly than it must. Gives what ends the watch. */
export function watchArrival(request: IncomingMessage, onSlow: () => void): () => void {
  let read_bytes = request.socket.bytesRead;
  const timer = setInterval(() => {
    const slow = request.socket.bytesRead - read_bytes < LEAST_BYTES;
    read_bytes = request.socket.bytesRead;
    if (slow && !request.complete) onSlow();
  }, EACH_MS);
  return () => clearInterval(timer);
}
