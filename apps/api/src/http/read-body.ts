import { isUtf8 } from 'node:buffer';
import { watchArrival } from '@domesday/open-network/arrival';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { parentOf } from '../accounts/callers.ts';
import { hasBody } from './encoded-body.ts';
import { ApiError } from './errors.ts';
import { notText } from './forms/not-text.ts';
import { localsOf } from './locals.ts';
import { noPlace } from './overload.ts';
import type { Services } from './services.ts';

/** Reads the JSON body of an operation that takes one. */
export function readBody({ arrivals, addressOf }: Services): RequestHandler[] {
  const parse = express.json({ limit: '256kb', strict: false, inflate: false, verify: mustBeText });
  const read = (req: Request, res: Response, next: NextFunction): void => {
    const address = addressOf(req);
    // A browser that is signing in has no key yet.
    const { caller } = localsOf(res);
    const key = caller?.key_id ?? `address ${address}`;
    const place = arrivals.take({ key, parent: caller ? parentOf(caller) : key }, address);
    if (typeof place === 'string') throw noPlace(place);
    let over = false;
    const finish = (error?: unknown): void => {
      if (over) return;
      over = true;
      watched();
      place.free();
      next(error);
    };
    const watched = watchArrival(req, () => finish(tooSlow()));
    parse(req, res, finish);
  };
  return [requireJson, read];
}

/** Throws if a body that should be UTF-8 is not, since its text would be read with replacement characters. */
function mustBeText(_req: unknown, _res: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') return;
  const problem = notText(body);
  if (problem !== null) throw Object.assign(new Error(`The body ${problem}.`), { type: 'body.not_text' });
  if (!isUtf8(body)) throw new Error('The body is not UTF-8.');
}

function tooSlow(): ApiError {
  return new ApiError(408, 'malformed_request', 'The body took too long to arrive.');
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

function requireJson(req: Request, _res: Response, next: NextFunction): void {
  if (!hasBody(req)) return void next();
  const type = req.headers['content-type'] ?? '';
  const refuse = (message: string) => new ApiError(415, 'unsupported_media_type', message);
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw refuse('Send the body with Content-Type: application/json.');
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  // The parser would accept UTF-16, and would call UTF-8 invalid JSON where the header says UTF-16.
  if (!/^utf-?8$/i.test(charset))
    throw refuse(
      `Send the body as application/json in UTF-8; its Content-Type says ${charset.slice(0, 40)}.`,
    );
  // Many programs write utf8, which the parser does not know.
  req.headers['content-type'] = 'application/json; charset=utf-8';
  next();
}
