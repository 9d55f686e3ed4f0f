const LONGEST_MS = 60_000;

/** The server, or the network before it, has said nothing for as long as a page waits. */
export class NoAnswer extends Error {
  constructor() {
    super('The server has not answered within a minute.');
  }
}

/**
 * A signal that gives a request up after a minute, or with `other`. The server charges nothing for an answer whose reader
 * has left.
 */
export function deadline(other?: AbortSignal): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new NoAnswer()), LONGEST_MS);
  // It may have been given up before, while the request waited for the rate limit.
  if (other?.aborted) stop.abort(other.reason);
  other?.addEventListener('abort', () => stop.abort(other.reason));
  return stop.signal;
}
