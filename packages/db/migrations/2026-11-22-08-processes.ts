import { type Kysely, sql } from 'kysely';

/**
 * API processes that were seen recently, and batches of usage counts that were written. The processes write again every
 * two seconds, so their table is unlogged: its writes wait for no standby, and it is empty after a crash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table api_processes (id uuid primary key, seen_at timestamptz not null)`.execute(
    db,
  );
  await sql`create table usage_batches (id uuid primary key, written_at timestamptz not null)`.execute(db);
  await sql`create index usage_batches_age on usage_batches (written_at)`.execute(db);
}
