import { type Kysely, sql } from 'kysely';

/**
 * SHA-256 of the request of a stored answer in its canonical form, so that the same request in another order or spelling
 * is known as the same. `fingerprint` is still that of the request as it was sent, which the version before compares.
 * null in rows of that version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotent_answers add column canonical bytea`.execute(db);
}
