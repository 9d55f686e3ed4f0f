import { type Kysely, sql } from 'kysely';

/**
 * `address_records` keeps every spelling a source gives for a UPRN; `addresses` is the one served row per
 * UPRN with its position. Address search is built from `addresses`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table address_records (
      source text not null,
      uprn bigint not null,
      variant smallint not null default 0,
      address text not null,
      postcode text collate "C" not null,
      easting double precision,
      northing double precision,
      latitude double precision,
      longitude double precision,
      country text,
      parent_uprn bigint,
      classification text,
      load_id bigint not null,
      primary key (source, uprn, variant)
    );

    create table addresses (
      uprn bigint primary key,
      address text not null,
      postcode text collate "C" not null,
      country text,
      local_authority_code text,
      lsoa_code text,
      easting double precision,
      northing double precision,
      position point,
      latitude double precision,
      longitude double precision,
      parent_uprn bigint,
      classification text,
      source text not null,
      position_source text
    );
    create index addresses_postcode on addresses (postcode);
    create index addresses_position on addresses using gist (position);
  `.execute(db);
}
