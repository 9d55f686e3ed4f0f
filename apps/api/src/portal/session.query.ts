import { columnsOf, query, type RowOf, statement } from '@domesday/db';

const SESSION = { ...columnsOf('portal_sessions', ['key_id', 'expires_at']), key_hash: 'bytea' } as const;
export type SessionRow = RowOf<typeof SESSION>;

/** The session with this hash of its identifier, unless it has expired. Primary keys of both tables. */
export const sessionByHash = statement({
  name: 'session-by-hash',
  parameters: { id_hash: 'bytea', now: 'timestamptz' },
  row: SESSION,
  build: ({ id_hash, now }) =>
    query
      .selectFrom('portal_sessions as s')
      .innerJoin('api_keys as k', 'k.id', 's.key_id')
      .select(['s.key_id', 'k.hash as key_hash', 's.expires_at'])
      .where('s.id_hash', '=', id_hash)
      .where('s.expires_at', '>', now),
});

/** Begins a session, and deletes expired ones; index portal_sessions_expiry. */
export const insertSession = statement({
  name: 'insert-session',
  parameters: { id_hash: 'bytea', key_id: 'uuid', expires_at: 'timestamptz', now: 'timestamptz' },
  build: ({ now, ...session }) =>
    query
      .with('ended', (db) => db.deleteFrom('portal_sessions').where('expires_at', '<=', now))
      .insertInto('portal_sessions')
      .values(session),
});

export const deleteSession = statement({
  name: 'delete-session',
  parameters: { id_hash: 'bytea' },
  build: ({ id_hash }) => query.deleteFrom('portal_sessions').where('id_hash', '=', id_hash),
});

export const insertLink = statement({
  name: 'insert-link',
  parameters: columnsOf('portal_links', ['token_hash', 'key_id', 'expires_at']),
  build: (link) => query.insertInto('portal_links').values(link),
});

/** Deletes a link and returns its key; no row if there is none, or if it has expired. Primary key. */
export const takeLink = statement({
  name: 'take-link',
  parameters: { token_hash: 'bytea', now: 'timestamptz' },
  row: columnsOf('portal_links', ['key_id']),
  build: ({ token_hash, now }) =>
    query
      .with('over', (db) => db.deleteFrom('portal_links').where('expires_at', '<=', now))
      .deleteFrom('portal_links')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .returning('key_id'),
});

/** The key with this hash, unless it or its parent is revoked. Unique index on hash. */
export const usableKey = statement({
  name: 'usable-key',
  parameters: { hash: 'bytea' },
  row: columnsOf('api_keys', ['id']),
  build: ({ hash }) =>
    query
      .selectFrom('api_keys as k')
      .leftJoin('api_keys as p', 'p.id', 'k.parent_id')
      .select('k.id')
      .where('k.hash', '=', hash)
      .where('k.revoked_at', 'is', null)
      .where('p.revoked_at', 'is', null),
});
