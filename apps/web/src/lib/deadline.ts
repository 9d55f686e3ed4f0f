const LONGEST_MS = 60_000;

/** The server, or the network before it, has said nothing for as long as a page waits. */
export class NoAnswer extends Error {
  constructor() {
    super('The server has not answered within a minute.');
  }
}

/**
 * Fetches, and gives up after a minute in which nothing comes, or with `other`. A long answer over a slow network may
 * take longer: it has been paid for once it begins. The server charges nothing for an answer whose reader has left
 * before.
 */
export async function fetchInTime(path: string, init: RequestInit, other?: AbortSignal): Promise<Response> {
  const stop = new AbortController();
  // It may have been given up before, while the request waited for the rate limit.
  if (other?.aborted) stop.abort(other.reason);
  other?.addEventListener('abort', () => stop.abort(other.reason));
  const wait = (): ReturnType<typeof setTimeout> => setTimeout(() => stop.abort(new NoAnswer()), LONGEST_MS);
  let waiting = wait();
  const response = await fetch(path, { ...init, signal: stop.signal }).finally(() => clearTimeout(waiting));
  // Browsers give a 204 a body too, with which no answer can be made.
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
