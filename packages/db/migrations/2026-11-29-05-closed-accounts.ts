import { type Kysely, sql } from 'kysely';

/** When an account was closed for good: it gets no key any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column closed_at timestamptz`.execute(db);
}
