import { ConnectionError, DomesdayError, errorOf } from './errors.ts';
import type { Http } from './http.ts';
import {
  after,
  type CallOptions,
  type TransportOptions,
  unanswered,
  unlessAborted,
  whole,
} from './transport.ts';

interface Reader {
  read(): Promise<{ done?: boolean | undefined; value?: unknown }>;
  cancel(): Promise<unknown>;
}

interface Asked extends CallOptions {
  id: string;
  /** Index of the first line. */
  from: number;
  /** Number of attempts since the last line, before this one. */
  attempt: number;
  /** Called with the request before it is sent. */
  onSend: (request: Request) => void;
}

/**
 * The lines of the results of a job, read as fast as they are used. Throws the reason if the caller cancels, and a
 * `ConnectionError` if the connection breaks, ends within a line, or is silent longer than a call may take.
 */
export async function* resultLines(
  http: Http,
  client: TransportOptions,
  { id, from, attempt, onSend, signal, headers, timeoutMs = client.timeoutMs }: Asked,
): AsyncGenerator<{ index: number }> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const give_up = () => stop.abort();
  signal?.addEventListener('abort', give_up, { once: true });
  /** One step of the connection, which may be silent as long as a call may take. */
  const step = async <T>(
    work: Promise<T>,
    errorFor: (cause: unknown, late: boolean) => Error,
  ): Promise<T> => {
    let late = false;
    const cancelTimer = after(timeoutMs, () => {
      late = true;
      give_up();
    });
    try {
      return await unlessAborted(work, stop.signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw errorFor(cause, late);
    } finally {
      cancelTimer();
    }
  };
  // Kept in a variable: the fetch of a browser or worker throws if it is called as a method.
  const { fetch, hooks } = client;
  const send = async (given: Request): Promise<Response> => {
    const request = new Request(given, { signal: stop.signal });
    onSend(request);
    hooks.onRequest?.({ request, attempt });
    const began = Date.now();
    // Of a refusal, the whole body is read at once.
    const answered = async () => {
      const answer = await fetch(request);
      return answer.ok ? answer : whole(Promise.resolve(answer));
    };
    const response = await step(answered(), (cause, late) => unanswered(cause, late, request.url));
    const shown = response.ok ? new Response(null, response) : response.clone();
    hooks.onResponse?.({ request, response: shown, attempt, duration_ms: Date.now() - began });
    return response;
  };
  let reader: Reader | undefined;
  try {
    const { data, error, response } = await http.GET('/jobs/{id}/results', {
      params: { path: { id }, query: { from } },
      parseAs: 'stream',
      headers: { ...headers, accept: 'application/x-ndjson' },
      fetch: send,
    });
    if (!response.ok) throw errorOf(response, error);
    const promised = Number(response.headers.get('x-line-count') ?? 0);
    let given = 0;
    const is_lines = response.headers.get('content-type')?.startsWith('application/x-ndjson');
    const end = () => {
      // An empty body is correct for a job that has answered nothing from there on, but it could also be an empty page
      // of a proxy.
      if (given === 0 && !is_lines) throw noResult(response);
      // A proxy that uses HTTP/1.0, as older nginx does by default, passes on an answer that broke off as if it were
      // whole.
      if (given < promised) throw broken(new Error(`There are ${given} lines of ${promised}.`));
    };
    if (data === null) return end();
    reader = readerOf(data as unknown as ReadableStream<Uint8Array> | undefined, response);
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await step(reader.read(), broken);
      if (done && rest) throw broken(new Error('The last line is not whole.'));
      if (done) return end();
      const texts = (rest + decoder.decode(value as Uint8Array | undefined, { stream: true })).split('\n');
      rest = texts.pop()!;
      for (const text of texts) {
        signal?.throwIfAborted();
        given++;
        yield lineOf(text, response);
      }
    }
  } finally {
    signal?.removeEventListener('abort', give_up);
    stop.abort();
    await reader?.cancel().catch(() => {});
  }
}

/**
 * The reader of a body. Some fetches have bodies that are not web streams, such as node-fetch and React Native; those
 * are read whole.
 */
function readerOf(body: ReadableStream<Uint8Array> | undefined, response: Response): Reader {
  if (typeof body?.getReader === 'function') return body.getReader();
  const whole = (async function* () {
    yield new Uint8Array(await response.arrayBuffer());
  })();
  return { read: () => whole.next(), cancel: () => whole.return() };
}

/**
 * A line of results. Throws the same error as for any answer that does not follow the contract, such as a proxy's page.
 */
export function lineOf(text: string, response: Response): { index: number } {
  try {
    const line = JSON.parse(text);
    if (Number.isSafeInteger(line?.index)) return line;
  } catch {
    // The error is thrown below, as for a value of another kind.
  }
  throw noResult(response);
}

function noResult({ status }: Response): DomesdayError {
  return new DomesdayError('The server sent a line that is no result.', {
    code: 'unreadable_answer',
    status,
  });
}

/** The error for an answer that broke off. */
export function broken(cause?: unknown): ConnectionError {
  return new ConnectionError('The connection broke.', { code: 'connection_failed', status: null, cause });
}
