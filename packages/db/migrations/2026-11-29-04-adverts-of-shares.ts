import { type Kysely, sql } from 'kysely';

/** Adverts whose price is that of a share in the home. Those loaded before are told by the next feed that has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table listings add column of_share boolean not null default false`.execute(db);
}
