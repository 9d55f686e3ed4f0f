import { type Kysely, sql } from 'kysely';

/**
 * What valuations share, fitted by `domesday build`, by area (an outcode). An area is replaced whole, in the
 * transaction that records its build; a request only looks up. The effects of all places that a home in a postcode can
 * have lie in one row, by sector for postcodes without sales. Sales that may serve as comparables lie in a table of their
 * own, indexed by type.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table valuation_builds (
      id bigint generated always as identity primary key,
      built_at timestamptz not null,
      known_before date not null,
      areas_fitted integer not null,
      areas_kept integer not null,
      sales bigint not null,
      parameters jsonb not null
    );

    create table valuation_areas (
      area text collate "C" primary key,
      build_id bigint not null references valuation_builds (id),
      signature text not null,
      known_before date not null,
      sales integer not null,
      intercept double precision not null,
      area_intercept double precision,
      elasticities double precision[],
      settings jsonb not null
    );

    create table valuation_indices (
      area text collate "C" not null references valuation_areas (area) on delete cascade,
      property_type text not null check (property_type in ('detached', 'semi_detached', 'terraced', 'flat')),
      id text not null,
      backbone_area text not null,
      first_month date not null,
      data_month date not null,
      slope_per_month double precision not null,
      own_slope_per_month double precision not null,
      log_levels double precision[] not null,
      recent_sales integer not null default 0,
      primary key (area, property_type)
    );

    create table valuation_postcodes (
      area text collate "C" not null references valuation_areas (area) on delete cascade,
      postcode text collate "C" not null,
      effects text not null,
      primary key (area, postcode)
    );

    create table valuation_comparables (
      area text collate "C" not null references valuation_areas (area) on delete cascade,
      property_type text not null check (property_type in ('detached', 'semi_detached', 'terraced', 'flat')),
      uprn bigint,
      position point not null,
      sale text not null
    );
    create index valuation_comparables_area on valuation_comparables (area);
    create index valuation_comparables_detached on valuation_comparables using gist (position)
    where property_type = 'detached';
    create index valuation_comparables_semi_detached on valuation_comparables using gist (position)
    where property_type = 'semi_detached';
    create index valuation_comparables_terraced on valuation_comparables using gist (position)
    where property_type = 'terraced';
    create index valuation_comparables_flat on valuation_comparables using gist (position)
    where property_type = 'flat';
  `.execute(db);
}
