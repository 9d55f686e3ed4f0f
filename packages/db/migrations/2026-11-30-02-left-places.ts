import { type Kysely, sql } from 'kysely';

/** Whether any input of a job asks for some fields without that of the position. False in rows of the version before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column leaves_out_place boolean not null default false`.execute(db);
}
