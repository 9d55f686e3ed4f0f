import { type Kysely, sql } from 'kysely';

/**
 * The release of each dataset that was last taken from its publisher, so that an update can tell a newer one. What the
 * operator loads by hand has no row here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_editions (
      dataset text primary key,
      load_id bigint not null,
      identity text,
      release text,
      published_on date,
      taken_at timestamptz not null default now()
    )`.execute(db);
}
