import type { NextFunction, Request, Response } from 'express';
import { hashOf, hasKeyShape } from '../accounts/secrets.ts';
import { ApiError } from './errors.ts';
import { localsOf } from './locals.ts';
import type { Services } from './services.ts';
import { admitUnknownKey } from './unknown-keys.ts';

/** Identifies the caller by the key of the request, or by the key of its portal session, or answers 401. */
export function authenticate(services: Services) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    locals.key_hash ??= hashOf(bearerSecret(req.headers.authorization));
    const caller = await services.callers.find(locals.key_hash, () => admitUnknownKey(services, req));
    if (!caller) throw unknownKey();
    locals.caller = caller;
    next();
  };
}

/** The secret of an `Authorization: Bearer` header, or a 401 that says what is missing. */
function bearerSecret(header: string | undefined): string {
  if (!header) throw refused('Send your API key in the header Authorization: Bearer <API_KEY>.');
  const match = /^Bearer +(\S+) *$/i.exec(header);
  if (!match) throw refused('The Authorization header must have the form Bearer <API_KEY>.');
  const secret = match[1]!;
  if (!hasKeyShape(secret))
    throw refused('This is not a key of this service: keys begin with svc_live_ or svc_test_.');
  return secret;
}

export const unknownKey = (): ApiError => refused('The API key is unknown or has been revoked.');

function refused(message: string): ApiError {
  return new ApiError(401, 'invalid_key', message);
}
