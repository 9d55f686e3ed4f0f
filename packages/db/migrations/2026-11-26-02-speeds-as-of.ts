import { type Kysely, sql } from 'kysely';

/** Measured speeds and coverage come in files of different editions; null of postcodes loaded before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table broadband_postcodes add column speeds_as_of text`.execute(db);
}
