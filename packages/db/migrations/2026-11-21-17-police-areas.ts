import { type Kysely, sql } from 'kysely';

/** The police area of a postcode, by which an authority is told from that of its neighbour's force. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table onspd_postcodes add column police_area_code text`.execute(db);
}
