import { type Kysely, sql } from 'kysely';

/**
 * A load may read many files, each with lines of its own; and a load that replaced all that its dataset held
 * makes the ones before it void. What derived tables were built from is kept, so that nothing is built twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dataset_loads add column replaced boolean not null default false`.execute(db);
  await sql`alter table dataset_rejects add column file text not null default ''`.execute(db);
  await sql`alter table dataset_rejects drop constraint dataset_rejects_pkey`.execute(db);
  await sql`alter table dataset_rejects add primary key (load_id, file, line)`.execute(db);
  await sql`
    create table derived_builds (
      name text primary key,
      inputs text not null,
      built_at timestamptz not null
    )`.execute(db);
}
