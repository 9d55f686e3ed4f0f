import { type Kysely, sql } from 'kysely';

/**
 * What a valuation needs of a place lies in one row: the effects of all places that a home in a postcode can
 * have, and by sector for postcodes without sales. Sales that may serve as comparables lie apart, by type, with
 * their floor areas. What stood before is taken away, since it lacks these: the next build makes all anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from valuation_areas`.execute(db);
  await sql`drop table valuation_places`.execute(db);
  await sql`
    create table valuation_postcodes (
      area text collate "C" not null references valuation_areas (area) on delete cascade,
      postcode text collate "C" not null,
      effects text not null,
      primary key (area, postcode)
    )`.execute(db);
  await sql`
    create table valuation_comparables (
      area text collate "C" not null references valuation_areas (area) on delete cascade,
      property_type text not null check (property_type in ('detached', 'semi_detached', 'terraced', 'flat')),
      uprn bigint,
      position point not null,
      sale text not null
    )`.execute(db);
  await sql`create index valuation_comparables_area on valuation_comparables (area)`.execute(db);
  for (const type of ['detached', 'semi_detached', 'terraced', 'flat']) {
    const index = sql.raw(`valuation_comparables_${type}`);
    const kind = sql.raw(`'${type}'`);
    await sql`create index ${index} on valuation_comparables using gist (position) where property_type = ${kind}`.execute(
      db,
    );
  }
  await sql`alter table valuation_indices add column recent_sales integer not null default 0`.execute(db);
}
