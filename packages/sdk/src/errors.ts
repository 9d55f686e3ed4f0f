import type { Schema } from './shapes.ts';

export type ErrorDetail = Schema<'Error'>['error']['details'][number];

/** Codes of the contract, and three more for calls without a readable answer. */
export type DomesdayErrorCode = Schema<'ErrorCode'> | 'connection_failed' | 'timeout' | 'unreadable_answer';

interface Facts {
  code: DomesdayErrorCode;
  status: number | null;
  details?: ErrorDetail[];
  request_id?: string | null;
  retry_after_s?: number | null;
  cause?: unknown;
}

/** An answer that is not a 2xx, or no answer. Nothing is charged for an answer that is not a 2xx. */
export class DomesdayError extends Error {
  readonly code: DomesdayErrorCode;
  /** HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** One entry for each invalid field or further detail. */
  readonly details: ErrorDetail[];
  /** Identifier of the request, to find it in the log of the server. */
  readonly request_id: string | null;
  /** Seconds to wait before trying again, if the server gave them. */
  readonly retry_after_s: number | null;

  constructor(message: string, facts: Facts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = kindOf(this);
    this.code = facts.code;
    this.status = facts.status;
    this.details = facts.details ?? [];
    this.request_id = facts.request_id ?? null;
    this.retry_after_s = facts.retry_after_s ?? null;
  }
}

/** 400 and 422: the request itself is wrong; `details` name the fields. */
export class InvalidRequestError extends DomesdayError {}
/** 401: the key is missing or not valid. */
export class InvalidKeyError extends DomesdayError {}
/** 402: the credits of the month, or the cap of the key, are used up. */
export class PaymentRequiredError extends DomesdayError {}
/** 404: the thing does not exist, or there is not enough data for an answer; `code` says which. */
export class NotFoundError extends DomesdayError {}
/** 429: more requests than the key may make; `retry_after_s` says how long to wait. */
export class RateLimitedError extends DomesdayError {}
/** 5xx: the server failed, or it is overloaded. */
export class ServerError extends DomesdayError {}
/** No answer: the server cannot be reached, or did not answer in time. */
export class ConnectionError extends DomesdayError {}

/** Where the prototype of each class stores its name, since bundlers shorten the names in the code. */
const KIND = Symbol.for('@domesday/sdk error');
const kindOf = (error: object): string => Reflect.get(error, KIND);

for (const [kind, { prototype }] of Object.entries({
  DomesdayError,
  InvalidRequestError,
  InvalidKeyError,
  PaymentRequiredError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  ConnectionError,
}))
  Object.defineProperty(prototype, KIND, { value: kind });

/**
 * A program may contain two copies of this package, one of them CommonJS: `instanceof` then works with the classes of
 * both.
 */
Object.defineProperty(DomesdayError, Symbol.hasInstance, {
  value(this: typeof DomesdayError, error: unknown): boolean {
    const own = Object.hasOwn(this.prototype, KIND) && kindOf(this.prototype);
    for (let at = Object.getPrototypeOf(Object(error)); at; at = Object.getPrototypeOf(at))
      if (at === this.prototype || (own && Object.hasOwn(at, KIND) && kindOf(at) === own)) return true;
    return false;
  },
});

const CLASSES: Record<number, typeof DomesdayError> = {
  400: InvalidRequestError,
  401: InvalidKeyError,
  402: PaymentRequiredError,
  404: NotFoundError,
  422: InvalidRequestError,
  429: RateLimitedError,
};

/** The error for an answer that is not a 2xx. A body that does not follow the contract gives `unreadable_answer`. */
export function errorOf(response: Response, body: unknown): DomesdayError {
  const { status } = response;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : DomesdayError);
  const error = (body as Partial<Schema<'Error'>> | undefined)?.error;
  const retry_after_s = retryAfter(response);
  const request_id = response.headers.get('x-request-id');
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') {
    return new Class(`The server answered ${status} without an explanation.`, {
      code: 'unreadable_answer',
      status,
      request_id,
      retry_after_s,
    });
  }
  return new Class(error.message, {
    code: error.code,
    status,
    details: error.details ?? [],
    request_id: error.request_id ?? request_id,
    retry_after_s: retry_after_s ?? error.retry_after_s ?? null,
  });
}

/** A date in the form of HTTP. `Date.parse` alone accepts more: it reads 1.5 as a day of 2001. */
const HTTP_DATE = /^[a-z]{3,9}, .+ GMT$/i;

/**
 * `Retry-After` in seconds, from either of its two forms; null for anything else. A date is compared with the date of
 * the answer, since it would already have passed for a clock here that is ahead.
 */
function retryAfter({ headers }: Response): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const at_ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at_ms)) return null;
  const answered_ms = Date.parse(headers.get('date') ?? '');
  const from_ms = Number.isNaN(answered_ms) ? Date.now() : answered_ms;
  return Math.max(0, Math.ceil((at_ms - from_ms) / 1000));
}
