import { isEncoded } from '@domesday/open-network/content-encoding';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from './errors.ts';

/** Whether a request has a body, by its headers. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Refuses a compressed body: its unpacked size cannot be known in advance. */
export function refuseEncoded(req: Request, _res: Response, next: NextFunction): void {
  if (isEncoded(req) && hasBody(req))
    throw new ApiError(
      415,
      'unsupported_media_type',
      'Send the body without Content-Encoding: compressed bodies are not accepted.',
    );
  // The JSON parser would take an empty list for a coding.
  delete req.headers['content-encoding'];
  next();
}
