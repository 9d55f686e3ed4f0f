import { type Kysely, sql } from 'kysely';

/** The version before looked for every record in `address_records`; see the migration of this name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update address_index_state set packs_records = true`.execute(db);
}
