const LONGEST_MS = 60_000;

/** The server or the network sent nothing for as long as a page waits. */
export class NoAnswer extends Error {
  constructor() {
    super('The server has not answered within a minute.');
  }
}

/**
 * Fetches, and aborts after a minute without any bytes, or with `other`. A long answer over a slow network may take
 * longer in all, since it is charged once it begins. The server charges nothing if the reader has left before that.
 */
export async function fetchInTime(path: string, init: RequestInit, other?: AbortSignal): Promise<Response> {
  const stop = new AbortController();
  // `other` may have been aborted while the request waited for the rate limit.
  if (other?.aborted) stop.abort(other.reason);
  other?.addEventListener('abort', () => stop.abort(other.reason));
  const wait = (): ReturnType<typeof setTimeout> => setTimeout(() => stop.abort(new NoAnswer()), LONGEST_MS);
  let waiting = wait();
  const response = await fetch(path, { ...init, signal: stop.signal }).finally(() => clearTimeout(waiting));
  // Browsers give a 204 a body too, but `new Response` refuses one.
  if (!response.body || response.status === 204) return response;
  waiting = wait();
  const arriving = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, read) {
      clearTimeout(waiting);
      waiting = wait();
      read.enqueue(bytes);
    },
    flush: () => clearTimeout(waiting),
  });
  return new Response(response.body.pipeThrough(arriving), response);
}
