import type { Caller, Callers } from '../accounts/callers.ts';
import { hasKeyShape } from '../accounts/secrets.ts';
import { ApiError } from './errors.ts';

/** The secret of an `Authorization: Bearer` header, or a 401 that says what is missing. */
export function bearerSecret(header: string | undefined): string {
  if (!header) throw refused('Send your API key in the header Authorization: Bearer <API_KEY>.');
  const match = /^Bearer +(\S+) *$/i.exec(header);
  if (!match) throw refused('The Authorization header must have the form Bearer <API_KEY>.');
  const secret = match[1]!;
  if (!hasKeyShape(secret))
    throw refused('This is not a key of this service: keys begin with svc_live_ or svc_test_.');
  return secret;
}

export async function authenticate(callers: Callers, secret: string): Promise<Caller> {
  const caller = await callers.find(secret);
  if (!caller) throw refused('The API key is unknown or has been revoked.');
  return caller;
}

function refused(message: string): ApiError {
  return new ApiError(401, 'invalid_key', message);
}
