import { type Kysely, sql } from 'kysely';

/**
 * Areas of every kind (designations, flood zones, noise bands, parcels), what each load of them covers, and
 * which properties and postcodes lie in them. The last two are worked out when areas or addresses are
 * published, one partition for each dataset, so that a request looks up keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table area_datasets (
      no smallint generated always as identity primary key,
      dataset text not null unique,
      built_at timestamptz
    );

    create table areas (
      id integer generated always as identity,
      dataset_no smallint not null,
      kind text not null,
      scope text not null,
      reference text,
      name text,
      band text,
      level text check (level in ('very_low', 'low', 'medium', 'high')),
      attributes jsonb,
      designated_on date,
      ended_on date,
      authority_code text,
      geometry text not null,
      box box not null,
      vertices integer not null,
      area_sqm double precision not null,
      load_id bigint not null,
      primary key (id)
    );
    create index areas_scope on areas (dataset_no, kind, scope);
    create index areas_box on areas using gist (dataset_no, box);

    create table area_coverage (
      dataset_no smallint not null,
      kind text not null,
      scope text not null,
      country text,
      authority_code text,
      basis text not null check (basis in ('declared', 'extent', 'features')),
      complete boolean not null,
      load_id bigint not null
    );
    create index area_coverage_place on area_coverage (dataset_no, country);

    create table area_members (
      dataset_no smallint not null,
      uprn bigint not null,
      area_id integer not null,
      primary key (dataset_no, uprn, area_id)
    ) partition by list (dataset_no);

    create table area_postcodes (
      dataset_no smallint not null,
      postcode text not null,
      area_id integer not null,
      primary key (dataset_no, postcode, area_id)
    ) partition by list (dataset_no);
  `.execute(db);
}
