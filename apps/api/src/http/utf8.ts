import type { NextFunction, Request, Response } from 'express';
import { malformed } from './check/request-values.ts';

const BEYOND_ASCII = /%[89a-f]/i;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Refuses a query in another encoding than UTF-8. A character that is not UTF-8 would be read as a replacement
 * character: the request would be answered, and charged, as another one.
 */
export function refuseOtherEncodings(req: Request, _res: Response, next: NextFunction): void {
  const at = req.url.indexOf('?');
  const query = at === -1 ? '' : req.url.slice(at + 1);
  if (BEYOND_ASCII.test(query))
    for (const pair of query.split('&'))
      for (const [escapes] of pair.matchAll(ESCAPES))
        if (!isText(escapes)) throw malformed('is not UTF-8', pair.split('=', 1)[0]!);
  next();
}

function isText(escapes: string): boolean {
  try {
    return decodeURIComponent(escapes) !== '';
  } catch {
    return false;
  }
}

/** A parameter of a media type, `q` apart, which is the preference of the client. */
const PARAMETER = /;\s*(?!q\s*=)[^;,="\s]+\s*=\s*("[^"]*"|[^;,]*)/gi;

/**
 * Ignores the parameters of what a client accepts, as the charset, or the header of a CSV: every type is offered in one
 * form, and with a parameter it would be none that is offered.
 */
export function ignoreParameters(req: Request, _res: Response, next: NextFunction): void {
  const { accept } = req.headers;
  if (accept !== undefined) req.headers.accept = accept.replace(PARAMETER, '');
  next();
}
