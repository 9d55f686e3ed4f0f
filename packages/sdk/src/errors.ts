import type { Schema } from './shapes.ts';

export type ErrorDetail = Schema<'Error'>['error']['details'][number];

/** Codes of the contract, and three for calls that got no readable answer. */
export type DomesdayErrorCode = Schema<'ErrorCode'> | 'connection_failed' | 'timeout' | 'unreadable_answer';

/** An answer that is not a 2xx, or none at all. Nothing is charged for the former. */
export class DomesdayError extends Error {
  readonly code: DomesdayErrorCode;
  /** HTTP status; null where there was no answer. */
  readonly status: number | null;
  /** One entry for each offending field or further fact. */
  readonly details: ErrorDetail[];
  /** Identifier of the request, to find it in the log of the server. */
  readonly request_id: string | null;
  /** Seconds to wait before trying again, where the server said so. */
  readonly retry_after_s: number | null;

  constructor(
    message: string,
    facts: {
      code: DomesdayErrorCode;
      status: number | null;
      details?: ErrorDetail[];
      request_id?: string | null;
      retry_after_s?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'DomesdayError';
    this.code = facts.code;
    this.status = facts.status;
    this.details = facts.details ?? [];
    this.request_id = facts.request_id ?? null;
    this.retry_after_s = facts.retry_after_s ?? null;
  }
}

/** The error for an answer that is not a 2xx. A body that is not the contract's becomes `unreadable_answer`. */
export function errorOf(response: Response, body: unknown): DomesdayError {
  const error = (body as Partial<Schema<'Error'>> | undefined)?.error;
  const retry_after_s = retryAfter(response);
  const request_id = response.headers.get('x-request-id');
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') {
    return new DomesdayError(`The server answered ${response.status} without an explanation.`, {
      code: 'unreadable_answer',
      status: response.status,
      request_id,
      retry_after_s,
    });
  }
  return new DomesdayError(error.message, {
    code: error.code,
    status: response.status,
    details: error.details ?? [],
    request_id: error.request_id ?? request_id,
    retry_after_s: retry_after_s ?? error.retry_after_s ?? null,
  });
}

/** `Retry-After` in seconds, from either of its two forms. */
export function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at_ms = Date.parse(text);
  return Number.isNaN(at_ms) ? null : Math.max(0, Math.ceil((at_ms - Date.now()) / 1000));
}
