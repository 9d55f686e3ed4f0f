import { type Kysely, sql } from 'kysely';

/**
 * Rents: the official index by area, allowance rates and the statistics of the rents behind them by broad
 * rental market area (BRMA), which postcode lies in which BRMA, and the operator's own lettings. A `brma_key`
 * is the name of a BRMA without what its publishers spell differently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table private_rents (
      area_code text not null,
      area_name text not null,
      brma_key text,
      month date not null,
      segment text not null
        check (segment in ('all', '1', '2', '3', '4', 'detached', 'semi_detached', 'terraced', 'flat')),
      rent_pcm double precision,
      index_value double precision,
      annual_change_pct double precision,
      load_id bigint not null,
      primary key (area_code, segment, month)
    );
    create index private_rents_brma on private_rents (brma_key, segment, month) where brma_key is not null;

    create table lha_rates (
      brma_key text not null,
      brma_name text not null,
      year smallint not null,
      category text not null check (category in ('A', 'B', 'C', 'D', 'E')),
      weekly double precision,
      monthly double precision,
      country text,
      load_id bigint not null,
      primary key (brma_key, year, category),
      check (weekly is not null or monthly is not null)
    );

    create table lha_rents (
      brma_key text not null,
      brma_name text not null,
      year smallint not null,
      category text not null check (category in ('A', 'B', 'C', 'D', 'E', 'B-E')),
      n integer not null,
      mean_pw double precision not null,
      min_pw double precision not null,
      p10_pw double precision not null,
      p25_pw double precision not null,
      p30_pw double precision not null,
      median_pw double precision not null,
      p75_pw double precision not null,
      p90_pw double precision not null,
      max_pw double precision not null,
      region text,
      load_id bigint not null,
      primary key (brma_key, year, category)
    );

    create table brma_postcodes (
      postcode text collate "C" primary key,
      brma_key text not null,
      load_id bigint not null
    );
    create index brma_postcodes_brma on brma_postcodes (brma_key);

    create table brmas (
      brma_key text primary key,
      name text not null,
      code text,
      load_id bigint not null
    );

    create table lettings (
      reference text primary key,
      uprn bigint,
      uprn_method text check (uprn_method in ('feed', 'address_match')),
      uprn_confidence real,
      address text not null,
      postcode text collate "C" not null,
      property_type text
        check (property_type in ('detached', 'semi_detached', 'terraced', 'flat', 'bungalow', 'other')),
      bedrooms smallint,
      room_type text check (room_type in ('double_ensuite', 'double_shared', 'single_ensuite', 'single_shared', 'any')),
      furnished text check (furnished in ('furnished', 'unfurnished', 'part_furnished')),
      rent_pcm double precision not null,
      bills_included boolean,
      advertised_on date,
      let_on date,
      started_on date,
      position point,
      load_id bigint not null
    );
    create index lettings_postcode on lettings (postcode, let_on);
    create index lettings_position on lettings using gist (position);
  `.execute(db);
}
