import { randomBytes } from 'node:crypto';
import type { Queryable } from '@domesday/db';
import { hashOf, UNKNOWN_KEY } from '../accounts/secrets.ts';
import { insertLink, usableKey } from './session.query.ts';

const LINK_MS = 15 * 60_000;

/** Path of a link that signs a browser on this machine in with this key. It works once, within a quarter of an hour. */
export async function signInPath(db: Queryable, secret: string, now: Date): Promise<string> {
  const key_id = (await usableKey.first(db, { hash: hashOf(secret) }))?.id;
  if (!key_id) throw new Error(UNKNOWN_KEY);
  const token = randomBytes(32).toString('base64url');
  await insertLink.run(db, {
    token_hash: hashOf(token),
    key_id,
    expires_at: new Date(now.getTime() + LINK_MS),
  });
  return `/portal/sign-in?token=${token}`;
}
