import type { Queryable } from '@domesday/db';

export interface SessionRow {
  key_id: string;
  key_hash: Buffer;
  expires_at: Date;
}

/** The session with this hash of its identifier, unless it has ended. Primary keys of both tables. */
export async function sessionByHash(db: Queryable, id_hash: Buffer, now: Date): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>({
    name: 'session-by-hash',
    text: `select s.key_id, k.hash as key_hash, s.expires_at
           from portal_sessions s join api_keys k on k.id = s.key_id
           where s.id_hash = $1 and s.expires_at > $2`,
    values: [id_hash, now],
  });
  return rows[0] ?? null;
}

/** Begins a session, and forgets those that have ended; index portal_sessions_expiry. */
export async function insertSession(
  db: Queryable,
  session: { id_hash: Buffer; key_id: string; expires_at: Date; now: Date },
): Promise<void> {
  await db.query({
    name: 'insert-session',
    text: `with ended as (delete from portal_sessions where expires_at <= $4)
           insert into portal_sessions (id_hash, key_id, expires_at) values ($1, $2, $3)`,
    values: [session.id_hash, session.key_id, session.expires_at, session.now],
  });
}

export async function deleteSession(db: Queryable, id_hash: Buffer): Promise<void> {
  await db.query('delete from portal_sessions where id_hash = $1', [id_hash]);
}

export async function insertLink(
  db: Queryable,
  link: { token_hash: Buffer; key_id: string; expires_at: Date },
): Promise<void> {
  await db.query('insert into portal_links (token_hash, key_id, expires_at) values ($1, $2, $3)', [
    link.token_hash,
    link.key_id,
    link.expires_at,
  ]);
}

/** Takes a link away and returns the key it stood for; null where there is none, or its time is over. Primary key. */
export async function takeLink(db: Queryable, token_hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ key_id: string }>(
    `with over as (delete from portal_links where expires_at <= $2)
     delete from portal_links where token_hash = $1 and expires_at > $2 returning key_id`,
    [token_hash, now],
  );
  return rows[0]?.key_id ?? null;
}

/** The key with this hash, unless it or its parent is revoked. Unique index on hash. */
export async function usableKey(db: Queryable, hash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select k.id from api_keys k left join api_keys p on p.id = k.parent_id
     where k.hash = $1 and k.revoked_at is null and p.revoked_at is null`,
    [hash],
  );
  return rows[0]?.id ?? null;
}
