import { type Kysely, sql } from 'kysely';

/** Sessions of the portal, the one-time links that begin one, and keys that may see every account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column admin boolean not null default false`.execute(db);
  await sql`
    create table portal_sessions (
      id_hash bytea primary key check (length(id_hash) = 32),
      key_id uuid not null references api_keys (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index portal_sessions_expiry on portal_sessions (expires_at)`.execute(db);
  await sql`
    create table portal_links (
      token_hash bytea primary key check (length(token_hash) = 32),
      key_id uuid not null references api_keys (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
}
