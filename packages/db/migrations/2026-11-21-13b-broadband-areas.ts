import { type Kysely, sql } from 'kysely';

/** Broadband by authority and nation, built once for each load, for places to be compared with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table broadband_areas (
      area_code text primary key,
      postcodes integer not null,
      median_down_mbps double precision
    )`.execute(db);
}
