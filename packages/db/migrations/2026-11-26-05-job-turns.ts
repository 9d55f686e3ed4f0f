import { type Kysely, sql } from 'kysely';

/**
 * The releases of the data that answered the inputs of a job, and when each account was last worked for: its unfinished
 * jobs do not tell that once those that were worked on have ended. It does not refer to the account: the check would wait
 * for one that is locked, and the jobs of all others with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table jobs add column releases text[] not null default '{}';
    create table job_turns (
      account_id uuid primary key,
      worked_at timestamptz not null
    );
  `.execute(db);
}
