import { type Kysely, sql } from 'kysely';

/**
 * Some figures are published by the small areas of 2011 and by no later ones: Scottish deprivation and classes by the
 * data zones of 2011, English deprivation of 2019 and Welsh of 2019. The postcode directory has the areas of both
 * censuses; it needs to be loaded again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table onspd_postcodes add column lsoa_2011_code text, add column msoa_2011_code text;
    create table small_areas_2011 (
      code text primary key,
      country text not null,
      local_authority_code text,
      msoa_code text,
      postcodes integer not null
    );
  `.execute(db);
}
