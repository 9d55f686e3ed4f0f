import { type Kysely, sql } from 'kysely';

/** Why rows of a load were refused, counted: the text of refused rows is kept of some only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dataset_loads add column reject_reasons jsonb not null default '[]'`.execute(db);
}
