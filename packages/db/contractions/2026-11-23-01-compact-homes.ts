import { type Kysely, sql } from 'kysely';

/** The version before read whole addresses from the rows of homes; see the migration of this name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update address_index_state set compact = true`.execute(db);
}
