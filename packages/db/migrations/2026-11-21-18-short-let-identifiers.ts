import { type Kysely, sql } from 'kysely';

/** Identifiers of short lets as text: they are longer than a number holds, and nothing counts with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table short_lets alter column id type text`.execute(db);
  await sql`alter table short_let_reviews alter column listing_id type text`.execute(db);
}
