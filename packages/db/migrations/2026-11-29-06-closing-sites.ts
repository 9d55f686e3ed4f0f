import { type Kysely, sql } from 'kysely';

/** The day on which a practice, a pharmacy or a hospital closes, where its register tells of it beforehand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table health_sites add column closes_on date`.execute(db);
}
