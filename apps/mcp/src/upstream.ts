import { readAhead } from '@domesday/open-network/read-ahead';
import { type Dispatcher, Pool } from 'undici';

/** An answer of the REST layer. */
export interface Answer {
  status: number;
  /** Body as received. */
  text: string;
  /** `Retry-After` in seconds, if sent. */
  retry_after_s: number | null;
  request_id: string | null;
  /** Whether the REST API knew the key: it sends credits only then. */
  knows_key: boolean;
  /** `X-Credits-Charged` and `X-Credits-Remaining`, if sent. */
  credits: Record<string, number>;
}

/**
 * No answer. `unreachable`: nothing was sent. `timeout` and `broken`: the REST layer may have done the work. `foreign`:
 * something else answered instead, such as a proxy with a page that asks for a password.
 */
export interface NoAnswer {
  status: null;
  reason: 'unreachable' | 'timeout' | 'broken' | 'foreign';
}

export interface RestRequest {
  method: 'get' | 'post';
  /** Path below `/v1` with its query. */
  path: string;
  /** JSON text. */
  body?: string | undefined;
  /** Trace of the caller (W3C Trace Context), passed on unchanged. */
  traceparent?: string | null;
  /** The address of the caller, for the limits of the REST layer; null if it is this machine. */
  address?: string | null;
  /** Passed on, so that a call whose answer was lost can be repeated free of charge. */
  idempotency_key?: string | undefined;
}

export interface Upstream {
  ask(request: RestRequest, authorization: string | null, signal?: AbortSignal): Promise<Answer | NoAnswer>;
  close(): Promise<void>;
}

const NOTHING_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMED_OUT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** As many as the REST layer answers at once, half of them at most for one key. */
const CONNECTIONS = 256;

/** One pool of kept-alive connections to the REST layer at `apiUrl` (with or without `/v1`). */
export function connectUpstream(
  apiUrl: string,
  timeoutMs: number,
  onKnown: (authorization: string | null) => void,
  dispatcher?: Dispatcher,
): Upstream {
  const base = new URL(apiUrl);
  const prefix = `${base.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
  const pool =
    dispatcher ??
    new Pool(base.origin, {
      connections: CONNECTIONS,
      connect: { timeout: 5_000 },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: 16 * 1024 * 1024,
    }).compose(readAhead);

  async function ask(
    { method, path, body, idempotency_key, traceparent, address }: RestRequest,
    authorization: string | null,
    signal?: AbortSignal,
  ): Promise<Answer | NoAnswer> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'user-agent': 'domesday-mcp/1.0.0',
    };
    if (authorization !== null) headers.authorization = authorization;
    if (traceparent) headers.traceparent = traceparent;
    if (address) headers['x-forwarded-for'] = address;
    if (idempotency_key !== undefined) headers['idempotency-key'] = idempotency_key;
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      const response = await pool.request({
        origin: base.origin,
        method: method === 'post' ? 'POST' : 'GET',
        path: prefix + path,
        headers,
        body: body ?? null,
        signal: signal ?? null,
      });
      const knows_key = response.statusCode !== 401 && response.headers['x-credits-limit'] !== undefined;
      if (knows_key) onKnown(authorization);
      const text = await response.body.text();
      const status = response.statusCode;
      // The REST layer answers only with JSON objects; other text could carry instructions to a model.
      if (status >= 200 && status < 300 && !text.startsWith('{')) return { status: null, reason: 'foreign' };
      return {
        status,
        text,
        retry_after_s: seconds(response.headers['retry-after']),
        request_id: single(response.headers['x-request-id']),
        knows_key,
        credits: creditsIn(response.headers),
      };
    } catch (error) {
      // A call that its own caller cancelled is not an error and gets no answer.
      if (signal?.aborted) throw error;
      const code = (error as { code?: string }).code ?? '';
      if (NOTHING_SENT.has(code)) return { status: null, reason: 'unreachable' };
      return { status: null, reason: TIMED_OUT.has(code) ? 'timeout' : 'broken' };
    }
  }

  return { ask, close: () => (dispatcher ? Promise.resolve() : pool.close()) };
}

function single(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function creditsIn(headers: Record<string, string | string[] | undefined>): Record<string, number> {
  const credits = ['X-Credits-Charged', 'X-Credits-Remaining'].map(
    (name) => [name, single(headers[name.toLowerCase()])] as const,
  );
  return Object.fromEntries(
    credits.filter(([, text]) => /^[0-9]+$/.test(text ?? '')).map(([name, text]) => [name, Number(text)]),
  );
}

function seconds(value: string | string[] | undefined): number | null {
  const text = single(value);
  return text !== null && /^[0-9]{1,6}$/.test(text) ? Number(text) : null;
}
