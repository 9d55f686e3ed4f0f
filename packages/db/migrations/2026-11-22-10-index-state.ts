import { type Kysely, sql } from 'kysely';

/**
 * Gives the address index its row of state again. Earlier versions deleted it with the fictional country, after which
 * running servers never noticed a rebuilt index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into address_index_state (version, documents)
    select 1, count(*) from address_documents
    on conflict (only_row) do nothing`.execute(db);
}
