import type { NextFunction, Request, Response } from 'express';
import { hashOf, hasKeyShape, NO_KEY, UNKNOWN_KEY } from '../accounts/secrets.ts';
import { admitUnknownKey } from './check/unknown-keys.ts';
import { invalidKey } from './errors.ts';
import { localsOf } from './locals.ts';
import type { Services } from './services.ts';

/**
 * Identifies the caller by the key of the request, or by the key of the portal session; throws 401 otherwise. `asked`
 * is the operation that the log and the metrics report from here on.
 */
export function authenticate(services: Services, asked?: string) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    if (asked) locals.asked = asked;
    locals.key_hash ??= hashOf(bearerSecret(req.headers.authorization));
    const caller = await services.callers.find(locals.key_hash, () => admitUnknownKey(services, req));
    if (!caller) throw invalidKey(UNKNOWN_KEY);
    locals.caller = caller;
    next();
  };
}

/** The secret of an `Authorization: Bearer` header, or a 401 that says what is missing. */
function bearerSecret(header: string | undefined): string {
  if (!header) throw invalidKey('Send your API key in the header Authorization: Bearer <API_KEY>.');
  const match = /^Bearer +(\S+) *$/i.exec(header);
  if (!match) throw invalidKey('The Authorization header must have the form Bearer <API_KEY>.');
  const secret = match[1]!;
  if (!hasKeyShape(secret)) throw invalidKey(NO_KEY);
  return secret;
}
