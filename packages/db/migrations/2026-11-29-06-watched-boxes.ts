import { type Kysely, sql } from 'kysely';

/** Finds the watches of areas by their boxes: by their polygons PostgreSQL compares each change with every corner twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index watches_box on watches using gist (box(shape))`.execute(db);
}
