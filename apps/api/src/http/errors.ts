import type { Schema } from '@domesday/contract';
import { isUnnamedPooler } from '@domesday/db';

export type ErrorCode = Schema<'ErrorCode'>;
export interface ErrorDetail {
  field: string | null;
  issue: string;
}

/** How many records were found, where they are too few for an answer. Quotes show it. */
export interface Found {
  sample_size: number;
  minimum_sample: number;
  geography?: Schema<'Geography'>;
}

/** An answer that is not a 2xx. Any other error is a fault of this server; its message is not shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly retry_after_s: number | undefined;
  readonly headers: Record<string, string>;
  readonly found: Found | undefined;
  readonly candidates: Schema<'Alternative'>[] | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: {
      details?: ErrorDetail[];
      retry_after_s?: number;
      headers?: Record<string, string>;
      found?: Found;
      candidates?: Schema<'Alternative'>[];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? [];
    this.retry_after_s = more.retry_after_s;
    this.headers = more.headers ?? {};
    this.found = more.found;
    this.candidates = more.candidates;
  }
}

export function notFound(code: ErrorCode, message: string, details: ErrorDetail[] = []): ApiError {
  return new ApiError(404, code, message, { details });
}

/** The 404 `insufficient_data`: too few records for an answer, with what was found. */
export function tooFew(message: string, found: Found, detail: ErrorDetail): ApiError {
  return new ApiError(404, 'insufficient_data', message, { details: [detail], found });
}

export function unprocessable(code: ErrorCode, message: string, details: ErrorDetail[] = []): ApiError {
  return new ApiError(422, code, message, { details });
}

/** The refusal of a parameter; `issue` continues the sentence after its name: "must be true or false". */
export function invalidParameter(field: string, issue: string): ApiError {
  return unprocessable('invalid_parameter', `The parameter "${field}" ${issue}.`, [{ field, issue }]);
}

export function invalidKey(message: string): ApiError {
  return new ApiError(401, 'invalid_key', message);
}

/** Converts anything thrown to an ApiError. `known` is false for a fault that belongs in the log. */
export function asApiError(thrown: unknown): { error: ApiError; known: boolean } {
  if (thrown instanceof ApiError) return { error: thrown, known: true };
  const fault = thrown as { type?: string; status?: number; code?: string; syscall?: string };
  switch (fault?.type) {
    case 'entity.too.large':
      return known(413, 'body_too_large', 'The body is larger than 256 KB. Send less.');
    case 'entity.parse.failed':
      return known(400, 'malformed_request', 'The body is not valid JSON.');
    case 'entity.verify.failed':
      return known(400, 'malformed_request', 'The body is not UTF-8.');
    case 'body.not_text':
      return known(400, 'malformed_request', (thrown as Error).message);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return known(415, 'unsupported_media_type', 'Send the body as application/json in UTF-8.');
    case 'request.aborted':
    case 'request.size.invalid':
      return known(400, 'malformed_request', 'The body ended before its Content-Length.');
  }
  if (fault?.status === 400) return known(400, 'malformed_request', 'The request cannot be read.');
  if (isDatabaseTrouble(fault)) {
    return {
      error: new ApiError(
        503,
        'unavailable',
        'The database cannot answer at the moment. Try again shortly.',
        {
          retry_after_s: 2,
        },
      ),
      known: false,
    };
  }
  return {
    error: new ApiError(
      500,
      'internal_error',
      'The server failed to answer. The request id names it in the log.',
    ),
    known: false,
  };
}

function known(status: number, code: ErrorCode, message: string): { error: ApiError; known: true } {
  return { error: new ApiError(status, code, message), known: true };
}

/** Whether a TLS connection failed because of the server's certificate. */
export function isCertificateTrouble(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
}

/**
 * Whether a statement names a table, column, function or schema that the database does not have. Tests run all
 * statements against the schema of this version, so the database has that of another version: it is not upgraded yet,
 * or an older backup was restored.
 */
export function isOtherSchema(thrown: unknown): boolean {
  return /^(42P01|42703|42883|3F000)$/.test((thrown as { code?: string } | null)?.code ?? '');
}

/**
 * Whether the database cannot answer for now: the connection was lost or refused (also because a password or right has
 * just changed), the server is full, closed or stopping, the statement timed out or met a deadlock with a load, the
 * schema is of another version, or PostgreSQL reports an internal error such as "could not write init file", with which
 * a full disk refuses connections.
 */
function isDatabaseTrouble(fault: { code?: string; message?: string }): boolean {
  const code = fault?.code ?? '';
  return (
    isCertificateTrouble(code) ||
    isUnnamedPooler(code) ||
    isOtherSchema(fault) ||
    /^(08|28|3D000|40|42501|53|55000|55P03|57P0|57014|58|25006|XX000)/.test(code) ||
    isConnectionTrouble(fault)
  );
}

/**
 * Whether a connection to a database could not be made or was lost. The message counts too: "connect ENOENT", for the
 * socket of a stopped server, has the same code as a missing file.
 */
export function isConnectionTrouble(fault: { code?: string; message?: string } | null): boolean {
  return (
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/.test(
      fault?.code ?? '',
    ) ||
    /^(connect|getaddrinfo) E|timeout exceeded when trying to connect|connection terminated|connection timeout|timeout expired|query read timeout|not queryable/i.test(
      fault?.message ?? '',
    )
  );
}

/** `public_url` is the address that callers use, or empty if unknown. */
export function errorBody(error: ApiError, request_id: string, public_url: string): Schema<'Error'> {
  return {
    error: {
      code: error.code,
      message: error.message,
      status: error.status,
      details: error.details,
      ...(error.candidates === undefined ? {} : { candidates: error.candidates }),
      request_id,
      ...(error.retry_after_s === undefined ? {} : { retry_after_s: error.retry_after_s }),
      docs_url: docsUrlOf(error.code, public_url),
    },
  };
}

/** The section of the error guide for this code. */
export function docsUrlOf(code: ErrorCode, public_url = ''): string {
  return `${public_url}/docs/guides/errors#${code}`;
}
