import { randomUUID } from 'node:crypto';
import { repeatedHeader } from '@domesday/open-network/repeated-headers';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from './errors.ts';
import { localsOf } from './locals.ts';

/** Assigns the request id and sets the headers that every answer has. */
export function requestId(_req: Request, res: Response, next: NextFunction): void {
  const locals = localsOf(res);
  locals.started_ms = performance.now();
  locals.request_id = `req_${randomUUID().replaceAll('-', '')}`;
  res.setHeader('X-Request-Id', locals.request_id);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
}

/** Node leaves these checks to the app, so that the refusals have the body that every error has. */
export function checkHeaders(req: Request, _res: Response, next: NextFunction): void {
  if (!req.headers.host && req.httpVersion === '1.1') {
    throw new ApiError(400, 'malformed_request', 'The header Host is missing.');
  }
  const repeated = repeatedHeader(req);
  if (repeated)
    throw new ApiError(400, 'malformed_request', `The header ${repeated} is given more than once.`);
  next();
}
