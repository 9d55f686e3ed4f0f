import { type Kysely, sql } from 'kysely';

/**
 * The points of a square of 512 metres in one row, so that the amenities of a circle are counted from some dozens of rows
 * and not from each point. Filled by the next load or build; until then, and after a load of the version before, requests
 * read the points themselves. The indexes find the nearest of them again by their positions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table place_squares (
      x integer not null,
      y integer not null,
      points text not null,
      primary key (x, y)
    );
    alter table place_squares alter column points set storage main;
    create table osm_squares (like place_squares including storage including indexes);

    -- One row each: the list of kinds, to whose places the squares refer.
    create table place_square_kinds (kinds text not null);
    create table osm_square_kinds (kinds text not null);

    create index place_points_grid on place_points (easting, northing);
    create index osm_points_grid on osm_points (easting, northing);
  `.execute(db);
}
