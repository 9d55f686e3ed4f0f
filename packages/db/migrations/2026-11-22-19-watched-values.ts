import { type Kysely, sql } from 'kysely';

/**
 * Watches of the sale value of a home: by how many per cent it must move, the value that the next one is compared with,
 * and the release of the data for which the home was valued last. `valued_release` is null until the first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table watches
      add column value_moved_pct double precision check (value_moved_pct > 0),
      add column value double precision,
      add column value_as_of date,
      add column value_release text,
      add column valued_release text collate "C";
    create index watches_value on watches (valued_release) where value_moved_pct is not null;
  `.execute(db);
}
