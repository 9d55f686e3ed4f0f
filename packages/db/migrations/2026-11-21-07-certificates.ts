import { type Kysely, sql } from 'kysely';

/** Energy performance certificates: all are kept, the newest by lodgement answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table energy_certificates (
      certificate_number text primary key,
      uprn bigint,
      uprn_source text check (uprn_source in ('assessor', 'address_matched', 'linked_here')),
      uprn_confidence real,
      address text not null,
      postcode text collate "C",
      current_rating text,
      potential_rating text,
      current_score smallint,
      potential_score smallint,
      property_type text,
      build_form text,
      floor_area_sqm double precision,
      habitable_rooms smallint,
      construction_age text,
      tenure text,
      transaction_type text,
      inspected_on date,
      lodged_on date,
      country text,
      local_authority_code text,
      load_id bigint not null
    );
    create index energy_certificates_uprn on energy_certificates (uprn, lodged_on desc);
    create index energy_certificates_postcode on energy_certificates (postcode);
  `.execute(db);
}
