import { type Kysely, sql } from 'kysely';

/** Whether a stored answer was given to a second request, so that the charge of the first stands whoever lost it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotent_answers add column replayed boolean not null default false`.execute(db);
}
