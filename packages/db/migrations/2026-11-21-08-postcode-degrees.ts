import { type Kysely, sql } from 'kysely';

/** WGS84 degrees are worked out while a postcode file is read, so that building `postcodes` is one join. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['code_point_postcodes', 'onspd_postcodes']) {
    await sql`alter table ${sql.table(table)} add column latitude double precision`.execute(db);
    await sql`alter table ${sql.table(table)} add column longitude double precision`.execute(db);
  }
}
