import { type Kysely, sql } from 'kysely';

/** Whether a title has more proprietors than the four that a file names; null of titles loaded before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company_titles add column more_proprietors boolean`.execute(db);
}
