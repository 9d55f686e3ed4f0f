import { type Kysely, sql } from 'kysely';

/** Planning applications, registers of houses in multiple occupation, and titles that companies own. No names of persons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table planning_applications (
      source text not null check (source in ('planit', 'london-datahub', 'planning-data', 'council')),
      source_id text not null,
      reference text not null,
      authority_name text not null,
      authority_code text,
      address text,
      postcode text collate "C",
      uprn bigint,
      description text not null,
      type text,
      category text not null,
      status text not null
        check (status in ('pending', 'approved', 'refused', 'withdrawn', 'appeal', 'other')),
      native_status text,
      decision text,
      received date,
      validated date,
      decided date,
      appeal_status text,
      appeal_decided date,
      day date,
      latitude double precision,
      longitude double precision,
      easting double precision,
      northing double precision,
      position point,
      placed_by_postcode boolean not null default false,
      url text,
      load_id bigint not null,
      primary key (source, source_id)
    );
    create index planning_applications_position on planning_applications using gist (position);
    create index planning_applications_postcode on planning_applications (postcode);

    create table planning_authorities (
      authority_code text not null,
      authority_name text not null,
      source text not null,
      applications integer not null,
      newest_application date,
      source_checked_at timestamptz not null,
      primary key (authority_code, source)
    );

    create table hmo_registers (
      authority_code text not null,
      register text not null,
      authority_name text,
      register_date date,
      loaded_at timestamptz not null,
      load_id bigint not null,
      primary key (authority_code, register)
    );

    create table hmo_licences (
      id integer generated always as identity primary key,
      authority_code text not null,
      register text not null,
      licence_number text,
      licence_type text not null
        check (licence_type in ('mandatory', 'additional', 'selective', 'exemption', 'not_stated')),
      native_status text,
      pending boolean not null,
      ended boolean not null,
      address text not null,
      postcode text collate "C",
      uprn bigint,
      uprn_recorded boolean not null,
      uprn_confidence real,
      issued date,
      expires date,
      max_occupants integer,
      max_households integer,
      storeys integer,
      rooms_sleeping integer,
      easting double precision,
      northing double precision,
      latitude double precision,
      longitude double precision,
      position point,
      load_id bigint not null
    );
    create index hmo_licences_register on hmo_licences (authority_code, register);
    create index hmo_licences_position on hmo_licences using gist (position);
    create index hmo_licences_postcode on hmo_licences (postcode);

    create table company_titles (
      dataset text not null check (dataset in ('ccod', 'ocod')),
      title_number text not null,
      tenure text check (tenure in ('Freehold', 'Leasehold')),
      address text,
      postcode text,
      district text,
      country text not null check (country in ('England', 'Wales')),
      multiple_addresses boolean not null,
      price_paid bigint,
      proprietors jsonb not null,
      added date,
      load_id bigint not null,
      primary key (dataset, title_number)
    );
  `.execute(db);
}
