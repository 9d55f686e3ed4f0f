import createFetchClient from 'openapi-fetch';
import { operations } from './generated/operations.ts';
import type { Runtime } from './runtime.ts';

export interface ClientOptions {
  /** `svc_live_…` or `svc_test_…`. Keep it on a server: whoever has it can spend its credits. */
  apiKey: string;
  /** Address of the API, with or without `/v1`; default `http://127.0.0.1:8080/v1`. */
  baseUrl?: string;
  /** Used in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Tries after the first where the answer is 429 or 503; default 2. */
  retries?: number;
  /** A `Retry-After` longer than this, in milliseconds, is not waited for; default 30 s. */
  maxRetryWaitMs?: number;
  /** Longest wait for one answer, milliseconds; default 60 s. */
  timeoutMs?: number;
  /** Further headers of every call. */
  headers?: Record<string, string>;
  /** Used in place of a timer to wait before another try. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export type Client = ReturnType<typeof operations>;

/** A client of one API with one key. Throws `TypeError` where the key or the address cannot be used. */
export function createClient(options: ClientOptions): Client {
  const { apiKey, headers, fetch } = options;
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey is missing or not a key.');
  const http = createFetchClient({
    baseUrl: versioned(options.baseUrl ?? 'http://127.0.0.1:8080'),
    headers: { accept: 'application/json, text/csv;q=0.9', ...headers, authorization: `Bearer ${apiKey}` },
    ...(fetch ? { fetch } : {}),
  });
  return operations({
    request: http.request as unknown as Runtime['request'],
    retries: options.retries ?? 2,
    maxRetryWaitMs: options.maxRetryWaitMs ?? 30_000,
    timeoutMs: options.timeoutMs ?? 60_000,
    wait: options.wait ?? wait,
  });
}

function versioned(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError(`baseUrl must be an absolute address, not "${baseUrl}".`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const given_up = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', given_up);
      resolve();
    }, ms);
    if (signal?.aborted) given_up();
    else signal?.addEventListener('abort', given_up, { once: true });
  });
}
