import { type Kysely, sql } from 'kysely';

/**
 * Premises are found by every spelling that a source gives of them. `served` is the address that is answered
 * where the row holds another spelling of it, null where it holds the served one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table address_premises add column served text`.execute(db);
}
