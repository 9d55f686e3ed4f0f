import createFetchClient from 'openapi-fetch';
import type { paths } from '../../contract/generated/types.ts';
import { type Batch, batchOf } from './batch.ts';
import { operations } from './generated/operations.ts';
import type { Http } from './http.ts';
import { jobs } from './jobs.ts';
import { toJson } from './json.ts';
import { checkOptions } from './options.ts';
import { tellingRedirects } from './redirects.ts';
import { after, type Hooks, type TransportOptions } from './transport.ts';
import { within } from './within.ts';

export interface ClientOptions {
  /** `svc_live_…` or `svc_test_…`. Keep it on a server: anyone who has it can spend its credits. */
  apiKey: string;
  /** Address of the API, with or without `/v1`; default `http://127.0.0.1:8080/v1`. */
  baseUrl?: string | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Retries after a broken connection, a timeout, or an answer of 408, 429 or 5xx; default 2, and 12 for `jobs.wait`
   * and `jobs.results`.
   */
  retries?: number | undefined;
  /** Longest wait before a retry, milliseconds; default 30 s. A longer `Retry-After` ends the call. */
  maxRetryWaitMs?: number | undefined;
  /**
   * Longest wait for one answer, milliseconds; default 60 s, Infinity for no limit. For a batch and the results of a
   * job, which arrive line by line, the longest wait for the next lines.
   */
  timeoutMs?: number | undefined;
  /** Further headers of every call. */
  headers?: Record<string, string> | undefined;
  /** Called before and after each attempt, for logs and measurements. */
  hooks?: Hooks | undefined;
  /** Used instead of a timer to wait between retries. */
  wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Used instead of Math.random to spread retries. */
  random?: (() => number) | undefined;
}

export type Client = Omit<ReturnType<typeof operations>, 'properties'> & {
  properties: ReturnType<typeof operations>['properties'] & ReturnType<typeof within>;
  jobs: ReturnType<typeof jobs>;
  batch: Batch;
};

declare const SDK_VERSION: string | undefined;
const VERSION = typeof SDK_VERSION === 'string' ? SDK_VERSION : 'source';

/** A client of one API with one key. Throws `TypeError` if the key, the address or another option is invalid. */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  checkOptions(options.hooks ?? {});
  const { apiKey, headers, retries, maxRetryWaitMs, timeoutMs } = options;
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey is missing or not a key.');
  const { baseUrl: address = 'http://127.0.0.1:8080' } = options;
  const baseUrl = versioned(address);
  const common = {
    accept: 'application/json, text/csv;q=0.9',
    'user-agent': `domesday-sdk/${VERSION}`,
    ...headers,
    authorization: `Bearer ${apiKey}`,
  };
  const http: Http = createFetchClient<paths>({
    baseUrl,
    headers: common,
    querySerializer,
    bodySerializer: toJson,
  });
  const shared: TransportOptions = {
    fetch: tellingRedirects(options.fetch ?? ((request) => globalThis.fetch(request))),
    retries: retries ?? 2,
    jobRetries: retries ?? 12,
    maxRetryWaitMs: maxRetryWaitMs ?? 30_000,
    timeoutMs: timeoutMs ?? 60_000,
    wait: options.wait ?? wait,
    random: options.random ?? Math.random,
    hooks: options.hooks ?? {},
  };
  const generated = operations(http, shared);
  const properties = { ...generated.properties, ...within(http, shared) };
  return { ...generated, properties, jobs: jobs(http, shared), batch: batchOf(shared, baseUrl, common) };
}

/** Lists with commas, and structures as JSON, as in the contract. */
function querySerializer(query: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const text = Array.isArray(value)
      ? value.join(',')
      : typeof value === 'object'
        ? toJson(value)
        : String(value);
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  }
  return parts.join('&');
}

function versioned(baseUrl: string): string {
  // "localhost:8080" would also be parsed as an address, with the protocol "localhost:".
  const url = /^https?:/i.test(baseUrl) ? parsed(baseUrl) : null;
  if (!url) throw new TypeError(`baseUrl must begin with http:// or https://, not "${baseUrl}".`);
  // The address is not shown, since it may contain a password.
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl must have no password, query or fragment.');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`;
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const given_up = () => {
      cancelTimer();
      reject(signal?.reason);
    };
    const cancelTimer = after(ms, () => {
      signal?.removeEventListener('abort', given_up);
      resolve();
    });
    if (signal?.aborted) given_up();
    else signal?.addEventListener('abort', given_up, { once: true });
  });
}
