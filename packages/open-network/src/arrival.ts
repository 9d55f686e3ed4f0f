import type { IncomingMessage } from 'node:http';

/** A body must deliver this many bytes in each interval, or be complete. */
const LEAST_BYTES = 1000;
const EACH_MS = 2000;

/** Calls `onSlow` for each interval in which the body arrives too slowly. Returns a function that ends the watch. */
export function watchArrival(
  request: Pick<IncomingMessage, 'socket' | 'complete'>,
  onSlow: () => void,
): () => void {
  const { socket } = request;
  let read_bytes = socket.bytesRead;
  const timer = setInterval(() => {
    const slow = socket.bytesRead - read_bytes < LEAST_BYTES;
    read_bytes = socket.bytesRead;
    if (slow && !request.complete) onSlow();
  }, EACH_MS);
  return () => clearInterval(timer);
}
