import { type Kysely, sql } from 'kysely';

/**
 * Bytes of the inputs of a job, which count towards what an account may keep until it ends. 0 in rows of the version
 * before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column input_bytes bigint not null default 0`.execute(db);
}
