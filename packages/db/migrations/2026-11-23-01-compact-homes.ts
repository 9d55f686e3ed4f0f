import { type Kysely, sql } from 'kysely';

/**
 * The homes of a document share the end of their addresses and of their identity keys: street, locality, town and
 * postcode. In a compact index the document holds that end once, the rows of its homes hold what is before it, and
 * their positions are read from `addresses`. Processes of the version before read whole rows, so the index is compact
 * only where none is left: in a database without addresses and accounts, in others after the contraction of this name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table address_documents add column address_end text not null default '',
      add column key_end text not null default '';
    alter table address_index_state add column compact boolean not null default false;
    update address_index_state set compact = true
     where documents = 0 and not exists (select from accounts) and not exists (select from addresses);
  `.execute(db);
}
