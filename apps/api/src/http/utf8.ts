import type { NextFunction, Request, Response } from 'express';
import { operationsById } from './check/operation-schema.ts';
import { malformed } from './check/request-values.ts';

const BEYOND_ASCII = /%[89a-f]/i;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Refuses a query in an encoding other than UTF-8. Its characters would become replacement characters, so that another
 * request than the caller's would be answered and charged.
 */
export function refuseOtherEncodings(req: Request, _res: Response, next: NextFunction): void {
  const at = req.url.indexOf('?');
  const query = at === -1 ? '' : req.url.slice(at + 1);
  if (BEYOND_ASCII.test(query))
    for (const pair of query.split('&'))
      for (const [escapes] of pair.matchAll(ESCAPES))
        if (!isText(escapes)) throw malformed('is not UTF-8', pair.split('=', 1)[0]!);
  refuseUnreadablePath(at === -1 ? req.url : req.url.slice(0, at));
  next();
}

/** Names the parameter of a path that cannot be decoded. Express refuses such a path too, but without the name. */
function refuseUnreadablePath(path: string): void {
  if (!path.includes('%')) return;
  const parts = path.split('/').slice(2);
  const place = parts.findIndex((part) => part !== '' && !isText(part));
  const name = place === -1 ? undefined : parameterAt(parts, place);
  if (name) throw malformed('cannot be decoded: write it in UTF-8, and % as %25', name);
}

/** The parameter at this position in the path of an operation. */
function parameterAt(parts: readonly string[], place: number): string | undefined {
  const paths = [...operationsById.values()].map(({ path }) => path.split('/').slice(1));
  const asked = paths.find(
    (path) =>
      path.length === parts.length && path.every((part, i) => part.startsWith('{') || part === parts[i]),
  );
  return /^\{(\w+)\}/.exec(asked?.[place] ?? '')?.[1];
}

function isText(escapes: string): boolean {
  try {
    return decodeURIComponent(escapes) !== '';
  } catch {
    return false;
  }
}

/** A parameter of a media type, other than `q`, which is the client's preference. */
const PARAMETER = /;\s*(?!q\s*=)[^;,="\s]+\s*=\s*("[^"]*"|[^;,]*)/gi;

/**
 * Removes the parameters of media types in Accept, such as the charset or the header of CSV. Each type is offered in
 * one form only, and a type with a parameter would not match it.
 */
export function ignoreParameters(req: Request, _res: Response, next: NextFunction): void {
  const { accept } = req.headers;
  if (accept !== undefined) req.headers.accept = accept.replace(PARAMETER, '');
  next();
}
