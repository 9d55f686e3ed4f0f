import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { hashOf } from '../accounts/secrets.ts';
import { admitUnknownKey } from '../http/check/unknown-keys.ts';
import { invalidKey } from '../http/errors.ts';
import { localsOf } from '../http/locals.ts';
import type { Services } from '../http/services.ts';
import { insertSession, type SessionRow, sessionByHash } from './session.query.ts';

const COOKIE = 'domesday_session';
const SESSION_MS = 12 * 3_600_000;
const IN_COOKIE = /(?:^|; ?)domesday_session=([\w-]{43})(?:;|$)/;

/** An open session, with the secret that its cookie carries. */
interface OpenSession extends SessionRow {
  id: string;
  /** The CSRF header that requests of the portal's own pages must have besides the cookie. */
  csrf: string;
}

/** The session of the request's cookie; null without one, or if it has expired. */
export async function sessionOf(services: Services, req: Request): Promise<OpenSession | null> {
  const id = IN_COOKIE.exec(req.headers.cookie ?? '')?.[1];
  if (!id) return null;
  const known = admitUnknownKey(services, req);
  const row = await sessionByHash.first(services.db, { id_hash: hashOf(id), now: services.clock.now() });
  if (row) known();
  return row && { ...row, id, csrf: csrfOf(id) };
}

/**
 * Authenticates a session as its key. The cookie alone is not enough, even for reading, since reading costs credits.
 * The page also sends the CSRF token, which only pages of this server can know.
 */
export function takeSession(services: Services) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    if (req.headers.authorization || !req.headers.cookie) return next();
    const session = await sessionOf(services, req);
    if (!session) return next();
    checkCsrfToken(req, session);
    localsOf(res).key_hash = session.key_hash;
    next();
  };
}

/** Refuses a request of a session without its CSRF token. */
export function checkCsrfToken(req: Request, session: OpenSession): void {
  const given = Buffer.from(String(req.headers['x-csrf-token'] ?? ''));
  const wanted = Buffer.from(session.csrf);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw invalidKey(
    'The X-CSRF-Token of the request is not that of the session, as after a new sign-in. Reload the page.',
  );
}

/** Begins a session for a key and sets its cookie, which scripts cannot read and other sites cannot send. */
export async function beginSession(
  services: Services,
  req: Request,
  res: Response,
  key_id: string,
): Promise<void> {
  const id = randomBytes(32).toString('base64url');
  const now = services.clock.now();
  const expires_at = new Date(now.getTime() + SESSION_MS);
  await insertSession.run(services.db, { id_hash: hashOf(id), key_id, expires_at, now });
  res.cookie(COOKIE, id, {
    httpOnly: true,
    sameSite: 'strict',
    secure:
      req.secure ||
      isHttps(req.headers['x-forwarded-proto']) ||
      isHttpsByPublicUrl(services.public_url, req.hostname),
    path: '/',
    maxAge: SESSION_MS,
  });
}

/** Each proxy of a chain appends the protocol by which it was reached; that of the browser is first. */
function isHttps(protocols: string | string[] = ''): boolean {
  return /^\s*https\s*(,|$)/i.test(String(protocols));
}

/** A proxy that ends the encryption may not report it. Then the public address that the operator has set shows it. */
function isHttpsByPublicUrl(public_url: string, hostname: string): boolean {
  const url = URL.parse(public_url);
  return url?.protocol === 'https:' && url.hostname === hostname?.toLowerCase();
}

export function endCookie(res: Response): void {
  res.clearCookie(COOKIE, { httpOnly: true, sameSite: 'strict', path: '/' });
}

function csrfOf(id: string): string {
  return createHmac('sha256', id).update('csrf').digest('base64url');
}
