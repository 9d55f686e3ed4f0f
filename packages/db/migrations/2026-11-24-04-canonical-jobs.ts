import { type Kysely, sql } from 'kysely';

/**
 * SHA-256 of the request that started a job in its canonical form; `request_hash` is still that of the request as it was
 * sent, which the version before compares. null in rows of that version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column canonical_hash text`.execute(db);
}
