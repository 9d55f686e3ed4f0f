import { type Kysely, sql } from 'kysely';

/**
 * Postcodes and property points. `position` is British National Grid metres as (easting, northing),
 * which a core GiST index serves for radius, box, polygon and nearest-neighbour reads. WGS84 degrees are worked out
 * while a postcode file is read, so that building `postcodes` is one join.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_point_postcodes (
      postcode text collate "C" primary key,
      quality smallint not null,
      easting integer,
      northing integer,
      latitude double precision,
      longitude double precision,
      country text,
      district_code text,
      load_id bigint not null
    );

    create table onspd_postcodes (
      postcode text collate "C" primary key,
      introduced_on date,
      terminated_on date,
      easting integer,
      northing integer,
      latitude double precision,
      longitude double precision,
      country text,
      local_authority_code text,
      region_code text,
      lsoa_code text,
      msoa_code text,
      output_area_code text,
      load_id bigint not null
    );

    create table postcodes (
      postcode text collate "C" primary key,
      outcode text not null,
      sector text not null,
      country text check (country in ('England', 'Wales', 'Scotland')),
      local_authority_code text,
      region_code text,
      lsoa_code text,
      msoa_code text,
      output_area_code text,
      introduced_on date,
      terminated_on date,
      easting integer,
      northing integer,
      position point,
      latitude double precision,
      longitude double precision
    );
    create index postcodes_outcode on postcodes (outcode);
    create index postcodes_local_authority on postcodes (local_authority_code);
    create index postcodes_position on postcodes using gist (position);

    create table local_authorities (
      code text primary key,
      name text not null,
      source text not null
    );

    create table uprn_points (
      uprn bigint primary key check (uprn between 1 and 999999999999),
      easting double precision not null,
      northing double precision not null,
      latitude double precision not null,
      longitude double precision not null,
      load_id bigint not null
    );
  `.execute(db);
}
