import { type Kysely, sql } from 'kysely';

/** Watches of areas were found by their polygons; since the migration of the same name by their boxes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists watches_shape`.execute(db);
}
