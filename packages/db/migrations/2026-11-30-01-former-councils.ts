import { type Kysely, sql } from 'kysely';

/** `parts`: the former councils of which alone a source of planning applications tells, where it tells of no other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table planning_authorities add column parts text[]`.execute(db);
}
