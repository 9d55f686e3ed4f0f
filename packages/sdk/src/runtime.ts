import { DomesdayError, errorOf } from './errors.ts';
import { type ResponseInfo, responseInfo } from './response-info.ts';
import type { AnswerOf, ArgumentsOf, OperationId, OtherTypesOf, Quote, QuoteOf } from './shapes.ts';

/** What every operation of one client shares. */
export interface Runtime {
  /** openapi-fetch's request, without the types that only a fixed path could have. */
  request: (method: 'get' | 'post', path: string, init: RequestParts) => Promise<Fetched>;
  retries: number;
  maxRetryWaitMs: number;
  timeoutMs: number;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

interface RequestParts extends Placed {
  signal: AbortSignal;
  headers: Record<string, string> | undefined;
  parseAs: 'text';
}

interface Fetched {
  response: Response;
  /** Text of a 2xx. */
  data?: string;
  /** Body of anything else, parsed where it is JSON. */
  error?: unknown;
}

export interface CallOptions {
  /** Gives the call up, also while it waits to try again. */
  signal?: AbortSignal;
  /** Tries after the first, in place of the client's. */
  retries?: number;
  /** Longest wait for one answer in milliseconds, in place of the client's. */
  timeoutMs?: number;
  /** Further headers of this call. */
  headers?: Record<string, string>;
}

export type Place = 'path' | 'query' | 'query_list' | 'query_json' | 'body';

type Call<Arguments, Answer> =
  Record<never, never> extends Arguments
    ? (args?: Arguments, options?: CallOptions) => Promise<Answer>
    : (args: Arguments, options?: CallOptions) => Promise<Answer>;

/** Where an operation can answer with CSV, `format` tells which of the two comes back. */
type Answers<Id extends OperationId, Arguments, Json, Csv> = [OtherTypesOf<Id>] extends [never]
  ? Call<Arguments, Json>
  : Call<Omit<Arguments, 'format'> & { format?: 'json' }, Json> &
      Call<Omit<Arguments, 'format'> & { format: 'csv' }, Csv>;

/** With `quote: true` the quote comes back in place of the answer. */
type Forms<Id extends OperationId, Json, Csv, Quoted> = [QuoteOf<Id>] extends [never]
  ? Answers<Id, ArgumentsOf<Id>, Json, Csv>
  : Call<Omit<ArgumentsOf<Id>, 'quote'> & { quote: true }, Quoted> &
      Answers<Id, Omit<ArgumentsOf<Id>, 'quote'> & { quote?: false }, Json, Csv>;

export interface WithInfo<Answer> {
  data: Answer;
  info: ResponseInfo;
}

/** An operation: call it for the body, or `withResponse` for the body and what the headers say. */
export type Method<Id extends OperationId> = Forms<Id, AnswerOf<Id>, string, Quote> & {
  withResponse: Forms<Id, WithInfo<AnswerOf<Id>>, WithInfo<string>, WithInfo<Quote>>;
};

export function operation<Id extends OperationId>(
  runtime: Runtime,
  method: 'get' | 'post',
  path: string,
  places: Record<string, Place>,
): Method<Id> {
  const withResponse = (args: Record<string, unknown> = {}, options: CallOptions = {}) =>
    send(runtime, method, path, placed(method, places, args), options);
  const call = async (args?: Record<string, unknown>, options?: CallOptions) =>
    (await withResponse(args, options)).data;
  return Object.assign(call, { withResponse }) as unknown as Method<Id>;
}

interface Placed {
  params: { path: Record<string, string>; query: Record<string, unknown> };
  body?: Record<string, unknown>;
}

/** Puts each argument where the contract wants it; a name that the contract does not know is for the server to refuse. */
function placed(
  method: 'get' | 'post',
  places: Record<string, Place>,
  args: Record<string, unknown>,
): Placed {
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(args)) {
    if (given === undefined) continue;
    const value = name === 'uprn' && typeof given === 'number' ? String(given) : given;
    const place = places[name] ?? (method === 'post' ? 'body' : 'query');
    if (place === 'path') path[name] = segment(name, value);
    else if (place === 'body') body[name] = value;
    else if (place === 'query_json') query[name] = JSON.stringify(value);
    else if (place === 'query_list' && Array.isArray(value)) {
      if (value.length) query[name] = value.join(',');
    } else query[name] = value;
  }
  for (const [name, place] of Object.entries(places))
    if (place === 'path' && !(name in path)) segment(name, '');
  return method === 'post' ? { params: { path, query }, body } : { params: { path, query } };
}

/** An empty or dotted segment would change the path, and with it the operation that is called. */
function segment(name: string, value: unknown): string {
  const text = String(value);
  if (!text || text === '.' || text === '..') throw new TypeError(`${name} must not be empty.`);
  return text;
}

async function send(
  runtime: Runtime,
  method: 'get' | 'post',
  path: string,
  request: Placed,
  options: CallOptions,
): Promise<WithInfo<unknown>> {
  const retries = options.retries ?? runtime.retries;
  for (let attempt = 0; ; attempt++) {
    const { response, data, error } = await once(runtime, method, path, request, options);
    if (response.ok) return { data: bodyOf(response, data ?? ''), info: responseInfo(response) };
    const refusal = errorOf(response, error);
    // Both statuses mean that the server did not begin the work, so that a second try cannot be charged twice.
    const passing = response.status === 429 || response.status === 503;
    const wait_ms = (refusal.retry_after_s ?? 2 ** attempt) * 1000;
    if (!passing || attempt >= retries || wait_ms > runtime.maxRetryWaitMs) throw refusal;
    await runtime.wait(wait_ms, options.signal);
  }
}

async function once(
  runtime: Runtime,
  method: 'get' | 'post',
  path: string,
  request: Placed,
  options: CallOptions,
): Promise<Fetched> {
  const { signal: given } = options;
  given?.throwIfAborted();
  const stop = new AbortController();
  let late = false;
  const give_up = () => stop.abort(given?.reason);
  given?.addEventListener('abort', give_up, { once: true });
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, options.timeoutMs ?? runtime.timeoutMs);
  // A race, since a fetch need not heed the signal, nor a runtime keep a signal alive that only a fetch holds.
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  try {
    const init = { ...request, signal: stop.signal, headers: options.headers, parseAs: 'text' } as const;
    return await Promise.race([runtime.request(method, path, init), stopped]);
  } catch (cause) {
    if (late)
      throw new DomesdayError('The server did not answer in time.', { code: 'timeout', status: null, cause });
    if (given?.aborted) throw given.reason;
    throw new DomesdayError('The server cannot be reached.', {
      code: 'connection_failed',
      status: null,
      cause,
    });
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', give_up);
  }
}

/** JSON where the answer is JSON, else its text. */
function bodyOf(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomesdayError('The server sent a body that is not JSON.', {
      code: 'unreadable_answer',
      status: response.status,
      request_id: response.headers.get('x-request-id'),
      cause,
    });
  }
}
