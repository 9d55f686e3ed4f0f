import { DomesdayError, errorOf } from './errors.ts';
import { toJson } from './json.ts';
import { withUprn } from './method.ts';
import { checkOptions, isObject, refuse } from './options.ts';
import { broken, lineOf } from './result-lines.ts';
import type { AnswerOf, ArgumentsOf, OperationId, QuoteOf, RefusedStatus } from './shapes.ts';
import { type CallOptions, type TransportOptions, transport, unlessAborted, waitOf } from './transport.ts';

/** Operations that a batch can run: those that cost credits. */
export type BatchOperation = { [Id in OperationId]: [QuoteOf<Id>] extends [never] ? never : Id }[OperationId];

/**
 * The parameters of one input. `ref`, at most 200 characters, is a name of your own that is returned with its result.
 */
export type BatchInput<Id extends OperationId> = Omit<ArgumentsOf<Id>, 'quote' | 'format'> & {
  ref?: string | undefined;
};

/**
 * The result of one input: its answer, or why it was refused, which costs nothing. `index` counts from 0; `ref` is that
 * of the input, or null.
 */
export type BatchLine<Id extends OperationId> =
  | { index: number; ref: string | null; status: 200; credits: number; body: AnswerOf<Id>; error: null }
  | {
      index: number;
      ref: string | null;
      status: RefusedStatus;
      credits: 0;
      body: null;
      error: DomesdayError;
    };

export interface BatchOptions extends CallOptions {
  /**
   * Key for repeating the call: an input that was charged under the same key and index within 24 hours is free, if
   * `portion` is the same too. Default: a new key for each call.
   */
  idempotencyKey?: string | undefined;
  /** Inputs of one request; default 500. At most two requests are ahead of the reader. */
  portion?: number | undefined;
}

/**
 * Runs one operation on many inputs and returns the results in the order of the inputs. Inputs are read, and requests
 * sent, only as fast as results are used. A failed request is sent again with its Idempotency-Key, and so are inputs
 * that the server could not answer at the moment (503). Throws `DomesdayError` if a whole request fails, or if its
 * answer broke off, after the results that arrived.
 */
export type Batch = <Id extends BatchOperation>(
  operation: Id,
  inputs: Iterable<BatchInput<Id>> | AsyncIterable<BatchInput<Id>>,
  options?: BatchOptions,
) => AsyncGenerator<BatchLine<Id>, void>;

interface WireLine {
  index: number;
  ref?: string;
  status: number;
  credits: number;
  body?: unknown;
  error?: unknown;
}

/** `address` is the address of the API; `headers` are those of every call. */
export function batchOf(client: TransportOptions, address: string, headers: Record<string, string>): Batch;
export function batchOf(client: TransportOptions, address: string, headers: Record<string, string>): unknown {
  const send = async (operation: string, items: (object | null)[], key: string, options: BatchOptions) => {
    const type = 'application/x-ndjson';
    const own = { accept: type, 'content-type': type, ...options.headers, 'idempotency-key': key };
    const sent = new Headers();
    // Set one by one: names that differ only in capitals would be joined.
    for (const [name, value] of [headers, own].flatMap(Object.entries<string>)) sent.set(name, value);
    const request = new Request(`${address}/batch?operation=${encodeURIComponent(operation)}`, {
      method: 'POST',
      headers: sent,
      body: items.map((item) => `${inputOf(item)}\n`).join(''),
    });
    const response = await transport(client, { ...options, stream: true })(request);
    if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
    const texts = (await response.text()).split('\n');
    // A proxy may pass on an answer that broke off as if it were whole, so the last line may be incomplete.
    if (texts.at(-1)!.startsWith('{')) texts.pop();
    const { error = broken() } = response as { error?: DomesdayError };
    return { request, error, lines: texts.filter(Boolean).map((line) => lineOf(line, response) as WireLine) };
  };

  /**
   * The results of one portion and, if its end is missing, the error that says why. Inputs answered with 503, or not at
   * all, are sent again at the same indices, with nulls at the others, which are refused free of charge. The indices
   * stay, because whatever is charged under the key and an index is free when the batch is repeated.
   */
  const answer = async (
    operation: string,
    items: object[],
    key: string,
    options: BatchOptions,
  ): Promise<{ lines: WireLine[]; error?: DomesdayError }> => {
    let sent = await send(operation, items, key, options);
    const { lines } = sent;
    for (let attempt = 0; ; attempt++) {
      const away = items.map((_, i) => !lines[i] || lines[i].status === 503);
      const first = away.indexOf(true);
      if (first < 0) return { lines };
      const error = lines[first] ? errorIn(lines[first]) : sent.error;
      if (attempt >= (options.retries ?? client.retries)) return { lines, error };
      const wait_ms = waitOf(client, attempt);
      client.hooks.onRetry?.({ request: sent.request, error, attempt, wait_ms });
      await client.wait(wait_ms, options.signal);
      const items_away = items.map((item, i) => (away[i] ? item : null));
      try {
        sent = await send(operation, items_away, key, options);
      } catch (failed) {
        if (!(failed instanceof DomesdayError)) throw failed;
        // The earlier lines have been paid for, so they are returned; the next portion reports the present fault.
        return { lines, error: failed };
      }
      for (const [i, line] of sent.lines.entries()) if (away[i]) lines[i] = line;
    }
  };

  return async function* (operation: string, inputs: Iterable<object>, options: BatchOptions = {}) {
    checkOptions(options);
    if (!isIterable(inputs)) refuse('The inputs', 'an iterable', inputs);
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const named = new Headers(options.headers).get('idempotency-key');
    const key = options.idempotencyKey ?? (named || crypto.randomUUID());
    const { portion = 500 } = options;
    const portions = portionsOf(inputs, portion);
    const ask = async () => {
      const { value, done } = await portions.next();
      if (done) return null;
      const { items, from } = value;
      return { ...value, ...(await answer(operation, items, `${key}-${from}`, { ...options, signal })) };
    };
    signal.throwIfAborted();
    // Inputs may take long to arrive, and nothing is sent in that time.
    let ahead = unlessAborted(ask(), signal);
    try {
      for (let got = await ahead; got; got = await ahead) {
        const cut = got.lines.length < got.items.length;
        ahead = cut ? Promise.reject(got.error) : unlessAborted(ask(), signal);
        ahead.catch(() => {});
        for (const [i, line] of got.lines.entries()) {
          signal.throwIfAborted();
          yield shown(got.from + i, line);
        }
      }
    } finally {
      stop.abort();
      portions.return().catch(() => {});
    }
  };
}

async function* portionsOf(inputs: Iterable<object> | AsyncIterable<object>, size: number) {
  let items: object[] = [];
  let from = 0;
  for await (const input of inputs) {
    items.push(input);
    if (items.length < size) continue;
    yield { items, from };
    from += items.length;
    items = [];
  }
  if (items.length > 0) yield { items, from };
}

/** True for a text too: it iterates over its letters. */
const isIterable = (inputs: object): boolean =>
  inputs === Object(inputs) && (Symbol.asyncIterator in inputs || Symbol.iterator in inputs);

/**
 * Values that are not objects are sent unchanged, so that their lines are refused: each letter of a text would become a
 * parameter.
 */
function inputOf(item: unknown): string {
  return toJson(isObject(item) ? withUprn(item) : (item ?? null));
}

function shown(index: number, line: WireLine) {
  const { ref, status, credits, body } = line;
  const place = { index, ref: ref ?? null, status, credits };
  return status === 200 ? { ...place, body, error: null } : { ...place, body: null, error: errorIn(line) };
}

function errorIn({ status, error }: WireLine): DomesdayError {
  return errorOf(new Response(null, { status }), { error });
}
