import { type Kysely, sql } from 'kysely';

/**
 * The charges of one settlement bear its time, and a ledger is written in the order of time: an index of a few pages
 * that costs an insert next to nothing finds those whose outcome a lost connection left open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_charged_at on ledger using brin (charged_at)
    with (pages_per_range = 32, autosummarize = on)`.execute(db);
}
