import { operatorCommand } from '@domesday/loading/operator-command';
import type { NextFunction, Request, Response } from 'express';
import { asApiError, errorBody, isOtherSchema } from './errors.ts';
import { localsOf } from './locals.ts';
import { setCreditHeaders } from './sending/credit-headers.ts';
import type { Services } from './services.ts';

/** Turns every error that a step throws into an answer with a body of the contract. */
export function answerErrors({ log, metrics, public_url }: Services) {
  // Express recognises an error handler by its four parameters.
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction): void => {
    // The client left before its body had arrived: no fault, and nobody to answer.
    if (thrown === req.errored && res.closed) return;
    const { request_id, operation, caller } = localsOf(res);
    const { error, known } = asApiError(thrown);
    if (!known) log.error({ request_id, operation, error: describe(thrown) }, failureOf(thrown));
    metrics.refused(error.code);
    if (res.headersSent) return void res.destroy();
    if (caller) setCreditHeaders(res, caller, 0);
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    // RFC 9110 requires the header, and some clients fail on a 401 without it.
    if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
    if (error.retry_after_s !== undefined) res.setHeader('Retry-After', error.retry_after_s);
    // The unread rest of a body would be parsed as the next request of the connection.
    if (!req.complete) res.setHeader('Connection', 'close');
    res.status(error.status).setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(errorBody(error, request_id, public_url)));
  };
}

function failureOf(thrown: unknown): string {
  return isOtherSchema(thrown)
    ? `request failed: the database has the schema of another version; run ${operatorCommand('upgrade')}`
    : 'request failed';
}

/** Name, code and first lines of the stack, for the log only. */
function describe(thrown: unknown): object {
  const error = thrown as Error & { code?: string };
  return {
    name: error?.name,
    code: error?.code,
    message: error?.message,
    stack: error?.stack?.split('\n').slice(1, 6),
  };
}
