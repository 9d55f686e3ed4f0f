import { type Kysely, sql } from 'kysely';

/** Charges were looked up by their time; since `2026-11-21-16-charge-once` by the id of their request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists ledger_charged_at`.execute(db);
}
