import { type Kysely, sql } from 'kysely';

/**
 * What valuations share, fitted by `domesday build`, by area (an outcode). An area is replaced whole, in the
 * transaction that records its build; a request only looks up.
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
    )`.execute(db);
  await sql`
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
    )`.execute(db);
  await sql`
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
      primary key (area, property_type)
    )`.execute(db);
  await sql`
    create table valuation_places (
      area text collate "C" not null references valuation_areas (area) on delete cascade,
      measure text collate "C" not null check (measure in ('price', 'price_per_sqm')),
      family text collate "C" not null,
      key text collate "C" not null,
      effect real not null,
      n integer not null,
      primary key (area, measure, family, key)
    )`.execute(db);
}
