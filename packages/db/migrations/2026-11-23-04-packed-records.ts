import { type Kysely, sql } from 'kysely';

/**
 * A list of addresses is kept for the builds that come after it, not for requests, so most of it stands in compressed
 * packs of about 150 records, in the order of their UPRNs. `address_records` holds the rest: what certificates tell, and
 * what small lists told since; a record there takes the place of a packed one of its UPRN. `several` says that a pack
 * has more than one spelling of a home, `unposted` that a home in it lacks a postcode. Processes of the version before
 * read `address_records` alone, so that lists are packed only where none is left: in a database without addresses and
 * accounts, in others after the contraction of this name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create type address_record as (
      uprn bigint,
      variant smallint,
      address text,
      postcode text collate "C",
      easting double precision,
      northing double precision,
      latitude double precision,
      longitude double precision,
      country text,
      parent_uprn bigint,
      classification text,
      load_id bigint
    );

    create table address_record_packs (
      uprns int8range not null,
      count integer not null,
      several boolean not null,
      unposted boolean not null,
      records address_record[] not null
    );
    create index address_record_packs_uprns on address_record_packs using gist (uprns);

    alter table address_index_state add column packs_records boolean not null default false;
    update address_index_state set packs_records = true
     where documents = 0 and not exists (select from accounts) and not exists (select from addresses);
  `.execute(db);
}
