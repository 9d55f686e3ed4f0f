import { type Kysely, sql } from 'kysely';

/**
 * The place that a change took its record from, null where it stayed: a reader of that place learns that it left. Changes
 * that were written before do not tell it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table changes
      add column was_uprn bigint,
      add column was_postcode text collate "C",
      add column was_outcode text collate "C",
      add column was_authority_code text collate "C"`.execute(db);
  for (const column of ['was_uprn', 'was_postcode', 'was_outcode', 'was_authority_code'])
    await sql`create index ${sql.ref(`changes_${column}`)} on changes (${sql.ref(column)}, seq)
      where ${sql.ref(column)} is not null`.execute(db);
}
