import { type Kysely, sql } from 'kysely';

/**
 * Sessions of the portal, the one-time links that begin one, keys that may see every account, and median prices by
 * cell and by postcode sector for its map, which `domesday build` writes whole.
 */
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
  await sql`
    create table price_cells (
      size_m integer not null,
      position point not null,
      n integer not null,
      median integer not null
    )`.execute(db);
  await sql`create index price_cells_place on price_cells using gist (size_m, position)`.execute(db);
  await sql`
    create table price_sectors (
      sector text collate "C" primary key,
      outcode text collate "C" not null,
      position point not null,
      n integer not null,
      median integer not null
    )`.execute(db);
  await sql`create index price_sectors_outcode on price_sectors (outcode)`.execute(db);
  await sql`create index price_sectors_place on price_sectors using gist (position)`.execute(db);
}
