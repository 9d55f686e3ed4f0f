import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from './errors.ts';

/** Reads the JSON body of an operation that takes one. */
export const readBody: RequestHandler[] = [requireJson, express.json({ limit: '256kb', strict: false })];

function requireJson(req: Request, _res: Response, next: NextFunction): void {
  const type = req.headers['content-type'];
  const empty =
    req.headers['content-length'] === '0' ||
    (!req.headers['content-length'] && !req.headers['transfer-encoding']);
  if (!empty && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new ApiError(415, 'unsupported_media_type', 'Send the body with Content-Type: application/json.');
  }
  next();
}
