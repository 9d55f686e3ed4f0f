import type { IncomingMessage } from 'node:http';

/** A body must deliver this many bytes in each interval, or be complete. */
const LEAST_BYTES = 1000;
const EACH_MS = 2000;

/** Calls `onSlow` for each interval in which the body arrives too slowly. Returns a function that ends the watch. */
export function watchArrival(request: IncomingMessage, onSlow: () => void): () => void {
  let read_bytes = request.socket.bytesRead;
  const timer = setInterval(() => {
    const slow = request.socket.bytesRead - read_bytes < LEAST_BYTES;
    read_bytes = request.socket.bytesRead;
    if (slow && !request.complete) onSlow();
  }, EACH_MS);
  return () => clearInterval(timer);
}
