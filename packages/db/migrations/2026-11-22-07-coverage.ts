import { type Kysely, sql } from 'kysely';

/**
 * What of a source can be complete: rows by nation and how many of them have a place, and, of files that state how many
 * records there are, how many of those are held.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table dataset_loads add column stated_rows bigint;
    alter table planning_authorities add column stated bigint, add column held bigint;
    create table dataset_coverage (
      dataset text not null,
      country text not null,
      rows bigint not null,
      placed bigint not null,
      primary key (dataset, country)
    );
  `.execute(db);
}
