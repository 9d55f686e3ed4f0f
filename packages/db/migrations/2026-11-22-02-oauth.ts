import { type Kysely, sql } from 'kysely';

/**
 * What the authorization server keeps: registered clients, requests under way, codes and tokens. A row is found by the
 * hash of its identifier, which the payload does not hold, so that no code or token can be read from the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oauth_records (
      model text not null,
      id_hash bytea not null check (length(id_hash) = 32),
      payload jsonb not null,
      grant_hash bytea check (length(grant_hash) = 32),
      key_id uuid references api_keys (id) on delete cascade,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      primary key (model, id_hash)
    );
    create index oauth_records_grant on oauth_records (grant_hash) where grant_hash is not null;
    create index oauth_records_expiry on oauth_records (expires_at);
  `.execute(db);
}
