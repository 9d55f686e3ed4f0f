import { type Kysely, sql } from 'kysely';

/** What a kept answer said in headers of its own, so that its repetition says the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotent_answers add column headers jsonb`.execute(db);
}
