import { type Kysely, sql } from 'kysely';

/**
 * Schools, places of interest, broadband and what is counted by area. Positions are British National Grid
 * points under GiST. Points of OpenStreetMap stand in a table of their own, as their licence asks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schools (
      id_scheme text not null check (id_scheme in ('urn', 'seed', 'wales')),
      id text not null,
      name text not null,
      country text not null check (country in ('England', 'Wales', 'Scotland')),
      phase text not null
        check (phase in ('nursery', 'primary', 'secondary', 'all_through', 'post_16', 'not_applicable')),
      sector text not null check (sector in ('state', 'independent', 'special')),
      type text not null,
      gender text,
      age_from smallint,
      age_to smallint,
      pupils integer,
      capacity integer,
      postcode text,
      easting double precision,
      northing double precision,
      load_id bigint not null,
      primary key (id_scheme, id)
    );

    create table school_inspections (
      urn text primary key,
      framework text not null check (framework in ('report_card', 'graded', 'ungraded')),
      overall text,
      areas jsonb not null,
      safeguarding text check (safeguarding in ('met', 'not_met')),
      outcome text,
      inspected_on date,
      published_on date,
      predecessor boolean not null,
      url text,
      load_id bigint not null
    );

    create table transport_stops (
      id text primary key,
      name text not null,
      kind text not null,
      area text not null,
      easting double precision not null,
      northing double precision not null,
      load_id bigint not null
    );

    create table health_sites (
      dataset text not null,
      id text not null,
      kind text not null check (kind in ('gp_practice', 'pharmacy', 'hospital')),
      name text not null,
      postcode text,
      country text not null,
      load_id bigint not null,
      primary key (dataset, kind, id)
    );

    create table retail_points (
      id text primary key,
      name text not null,
      kind text not null,
      category text not null check (category in ('food', 'shops')),
      size_band text,
      postcode text,
      easting double precision not null,
      northing double precision not null,
      load_id bigint not null
    );

    create table osm_points (
      id text primary key,
      name text,
      category text not null,
      kind text not null,
      easting double precision not null,
      northing double precision not null,
      latitude double precision not null,
      longitude double precision not null,
      load_id bigint not null,
      position point generated always as (point(easting, northing)) stored
    );
    create index osm_points_position on osm_points using gist (position);

    -- Built out of the tables above and the postcodes, which place what a source gives a postcode alone.
    create table place_points (
      source text not null,
      id text not null,
      category text not null,
      kind text not null,
      name text not null,
      easting double precision not null,
      northing double precision not null,
      by_postcode boolean not null,
      position point generated always as (point(easting, northing)) stored,
      primary key (source, kind, id)
    );
    create index place_points_position on place_points using gist (position);
    create index place_points_schools on place_points using gist (position) where category = 'education';

    create table broadband_postcodes (
      postcode text collate "C" primary key,
      superfast_pct real,
      ultrafast_pct real,
      full_fibre_pct real,
      gigabit_pct real,
      below_10_mbps_pct real,
      median_down_mbps real,
      average_down_mbps real,
      as_of text,
      load_id bigint not null
    );

    -- Broadband by authority and nation, built once for each load, for places to be compared with.
    create table broadband_areas (
      area_code text primary key,
      postcodes integer not null,
      median_down_mbps double precision
    );

    create table area_figures (
      topic text not null,
      area_code text not null,
      area_name text,
      dataset text not null,
      as_of text not null,
      total double precision,
      figures jsonb not null,
      load_id bigint not null,
      primary key (topic, area_code)
    );

    create table deprivation_areas (
      dataset text not null,
      area_code text not null,
      area_name text,
      level text not null check (level in ('small_area', 'middle_area', 'local_authority')),
      year smallint not null,
      score double precision,
      rank integer,
      rank_of integer,
      decile smallint check (decile between 1 and 10),
      domains jsonb not null,
      load_id bigint not null,
      primary key (area_code, year)
    );

    create table area_changes (
      lsoa_2011 text not null,
      lsoa_2021 text not null,
      change text not null,
      local_authority_code text not null,
      local_authority_name text not null,
      load_id bigint not null,
      primary key (lsoa_2011, lsoa_2021)
    );

    -- Small areas (LSOA, data zone) as the postcodes have them: how many live postcodes, and where they belong.
    create table small_areas (
      code text primary key,
      country text not null,
      local_authority_code text,
      msoa_code text,
      postcodes integer not null
    );
    create index small_areas_authority on small_areas (local_authority_code);

    create table crime_counts (
      force text not null,
      month text not null,
      area_code text not null,
      category text not null,
      incidents integer not null,
      load_id bigint not null,
      primary key (force, month, area_code, category)
    );

    create table crime_areas (
      area_code text not null,
      month text not null,
      incidents integer not null,
      by_category jsonb not null,
      primary key (area_code, month)
    );

    create table crime_forces (
      local_authority_code text primary key,
      force text not null
    );

    create table crime_months (
      force text not null,
      month text not null,
      incidents integer not null,
      without_location integer not null,
      primary key (force, month)
    );
  `.execute(db);
}
