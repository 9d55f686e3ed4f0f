import { ConnectionError, DomesdayError, errorOf } from './errors.ts';

/** Settings that every call of one client shares. */
export interface TransportOptions {
  fetch: (request: Request) => Promise<Response>;
  retries: number;
  /** Retries of calls that last as long as a job, during which the server may be upgraded. */
  jobRetries: number;
  maxRetryWaitMs: number;
  timeoutMs: number;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  random: () => number;
  hooks: Hooks;
}

/**
 * Called with each attempt, counted from 0; an error that a hook throws ends the call. `jobs.results` counts attempts
 * since its last line, and its hooks get the answer without its body, which is read line by line. A batch that sends
 * inputs again, because they were answered with 503 or not at all, calls `onRetry` with the error of the first such
 * input, and counts these rounds.
 */
export interface Hooks {
  onRequest?: ((event: { request: Request; attempt: number }) => void) | undefined;
  onResponse?:
    | ((event: { request: Request; response: Response; attempt: number; duration_ms: number }) => void)
    | undefined;
  onRetry?:
    | ((event: { request: Request; error: DomesdayError; attempt: number; wait_ms: number }) => void)
    | undefined;
}

export interface CallOptions {
  /** Cancels the call, even while it waits to retry. */
  signal?: AbortSignal | undefined;
  /** Number of retries, instead of the client's. */
  retries?: number | undefined;
  /** Longest wait for one answer, or for the next lines of a long one, in milliseconds; replaces that of the client. */
  timeoutMs?: number | undefined;
  /** Further headers of this call; your own `idempotency-key` replaces the generated one. */
  headers?: Record<string, string> | undefined;
}

/** How a call is sent, besides the options of its caller. */
interface SendOptions extends CallOptions {
  /** Whether the server sends the answer while making it: the timeout then applies to each next piece. */
  stream?: boolean | undefined;
}

const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** Whether there was no answer, or an answer which says that the fault is temporary. */
export function isPassing({ status, code }: DomesdayError): boolean {
  // An attempt that was given up may still be answered; the next attempt then gets its answer.
  return status === null || PASSING.has(status) || code === 'idempotency_key_in_use';
}

/**
 * A fetch for one call: retries after a broken connection, a timeout, or an answer which says that the fault is
 * temporary. All attempts have one Idempotency-Key, so that an answer that was lost is not charged again.
 */
export function transport(
  client: TransportOptions,
  options: SendOptions,
): (request: Request) => Promise<Response> {
  const { retries = client.retries } = options;
  return async (given) => {
    if (!given.headers.has('idempotency-key')) given.headers.set('idempotency-key', crypto.randomUUID());
    for (let attempt = 0; ; attempt++) {
      const failure = await attemptOnce(client, options, given.clone(), attempt);
      if (failure instanceof Response && failure.ok) return failure;
      const error =
        failure instanceof Response
          ? errorOf(
              failure,
              await failure
                .clone()
                .json()
                .catch(() => undefined),
            )
          : failure;
      const wait_ms = waitOf(client, attempt, error.retry_after_s);
      if (!isPassing(error) || attempt >= retries || wait_ms > client.maxRetryWaitMs) {
        if (failure instanceof Response) return failure;
        throw error;
      }
      client.hooks.onRetry?.({ request: given, error, attempt, wait_ms });
      await client.wait(wait_ms, options.signal);
    }
  };
}

/**
 * Time to wait: as long as the server says; else twice as long after each attempt, up to the longest wait, less a
 * random share of up to half, so that many clients do not retry at once.
 */
export function waitOf(
  { random, maxRetryWaitMs }: TransportOptions,
  attempt: number,
  retry_after_s?: number | null,
): number {
  return retry_after_s == null
    ? Math.min(1000 * 2 ** attempt, maxRetryWaitMs) * (1 - random() / 2)
    : retry_after_s * 1000;
}

type Piece = Uint8Array<ArrayBuffer>;

/**
 * One attempt: the answer with the whole body, or the error if there was no answer. If a stream broke off, the part
 * that arrived, which was paid for, with the error. Throws if the caller cancels.
 */
async function attemptOnce(
  { fetch, timeoutMs, hooks }: TransportOptions,
  options: SendOptions,
  given: Request,
  attempt: number,
): Promise<Response | DomesdayError> {
  const { signal } = options;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const request = new Request(given, { signal: stop.signal });
  hooks.onRequest?.({ request, attempt });
  let late = false;
  const give_up = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', give_up, { once: true });
  let cancelTimer: (() => void) | undefined;
  const startTimer = () => {
    cancelTimer?.();
    // A fetch that ignores the signal may still deliver pieces.
    if (stop.signal.aborted) return;
    cancelTimer = after(options.timeoutMs ?? timeoutMs, () => {
      late = true;
      give_up();
    });
  };
  startTimer();
  const began = Date.now();
  const pieces: Piece[] = [];
  let response: Response;
  try {
    // A fetch may ignore the signal, and a runtime may drop a signal that only a fetch references.
    response = await unlessAborted(whole(fetch(request), options.stream && pieces, startTimer), stop.signal);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const error = unanswered(cause, late, request.url);
    return pieces[0] ? Object.assign(new Response(new Blob(pieces)), { error }) : error;
  } finally {
    cancelTimer!();
    signal?.removeEventListener('abort', give_up);
  }
  hooks.onResponse?.({ request, response: response.clone(), attempt, duration_ms: Date.now() - began });
  return response;
}

/** The error for an attempt without an answer. */
export function unanswered(cause: unknown, late: boolean, url: string): DomesdayError {
  if (cause instanceof DomesdayError) return cause;
  return new ConnectionError(
    late ? 'The server did not answer in time.' : `The server cannot be reached: ${reasonOf(cause, url)}`,
    { code: late ? 'timeout' : 'connection_failed', status: null, cause },
  );
}

/**
 * What failed, such as `connect ECONNREFUSED 127.0.0.1:8080`, which fetch itself does not say. Also the reason that a
 * browser hides from a page if it blocked its request to another origin.
 */
function reasonOf(cause: unknown, url: string): string {
  let inner = cause;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  const { message, code } = Object(inner) as { message?: string; code?: string };
  const page = (globalThis as { location?: { origin: string } }).location?.origin ?? '';
  const refused = url.startsWith(page) ? '' : '. The API sends no CORS headers.';
  return (message || code || String(inner)) + refused;
}

/** Longest time of a timer: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls a function after a time; never, if the time is longer than a timer can run. Returns a function that cancels it.
 */
export function after(ms: number, call: () => void): () => void {
  if (ms > LONGEST_TIMER_MS) return () => {};
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/**
 * The result of `work`, or the reason of the signal if that comes first. Removes its listener afterwards: a race with
 * one promise for all steps of a stream would keep the result of each step until the stream ends.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const give_up = () => reject(signal.reason);
    const done = () => signal.removeEventListener('abort', give_up);
    work.then(resolve, reject).finally(done);
    if (signal.aborted) give_up();
    else signal.addEventListener('abort', give_up, { once: true });
  });
}

/**
 * The answer after its body has arrived, so that a connection that breaks within the body is retried too. The pieces of
 * a successful answer are added to `pieces` as they arrive, unless the body is not a web stream, as in node-fetch and
 * React Native.
 */
export async function whole(
  answer: Promise<Response>,
  pieces?: false | Piece[],
  onPiece?: () => void,
): Promise<Response> {
  const response = await answer;
  const reader = pieces && response.ok && response.body?.getReader?.();
  if (!reader) {
    const body = await response.arrayBuffer();
    return new Response(body.byteLength ? body : null, response);
  }
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Response(new Blob(pieces), response);
    pieces.push(value);
    onPiece!();
  }
}
