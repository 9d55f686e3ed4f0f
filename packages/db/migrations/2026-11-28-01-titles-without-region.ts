import { type Kysely, sql } from 'kysely';

/** The nation of a title of which its file names no region is not known. Titles loaded before were taken for England's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company_titles alter column country drop not null`.execute(db);
}
