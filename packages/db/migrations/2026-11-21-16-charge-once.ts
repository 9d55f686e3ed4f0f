import { type Kysely, sql } from 'kysely';

/**
 * A request is charged at most once, whatever is sent twice or late: its id is unique in the ledger. A charge that was
 * taken back leaves a row of 0 credits, so that a settlement that arrives after it finds the id taken.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger drop constraint ledger_credits_check;
    alter table ledger add constraint ledger_credits_check check (credits >= 0);
    create unique index ledger_request on ledger (request_id);
  `.execute(db);
}
