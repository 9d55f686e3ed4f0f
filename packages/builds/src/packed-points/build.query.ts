import { type DbClient, sql, statement } from '@domesday/db';
import { rebuildTables, rebuilt } from '@domesday/loading/rebuild.query';
import { SQUARE_M, STEPS_PER_M } from './records.ts';

const square = (column: string) => sql.raw(`floor(${column} / ${SQUARE_M})::integer`);
const steps = (column: string) =>
  sql.raw(
    `int4send((floor((${column} - floor(${column} / ${SQUARE_M}) * ${SQUARE_M}) * ${STEPS_PER_M}) - 2147483648)::integer)`,
  );

/** Packs the points by square, with one sort. Neighbouring squares are written near each other. */
const packed = (of: 'place' | 'osm', points: ReturnType<typeof sql>) =>
  statement({
    name: `pack-${of}-squares`,
    build: () => sql`
      with kinds as materialized (
        select category, kind, by_postcode, (row_number() over (order by category, kind, by_postcode) - 1)::integer as code
          from (select distinct category, kind, by_postcode from ${points} p) k),
      listed as (
        insert into ${rebuilt(`${of}_square_kinds`)} (kinds)
        select coalesce(json_agg(json_build_array(category, kind, by_postcode) order by code), '[]')::text from kinds)
      insert into ${rebuilt(`${of}_squares`)} (x, y, points)
      select x, y, translate(encode(bytes || substring('\\x0000'::bytea for (3 - length(bytes) % 3) % 3), 'base64'), E'\\n', '')
        from (select x, y, int4send(x) || int4send(y) || int4send(count(*)::integer)
                           || string_agg(int4send(code) || int4send(n), '' order by code)
                           || string_agg(points, '' order by code) as bytes
                from (select ${square('easting')} as x, ${square('northing')} as y, code, count(*)::integer as n,
                             string_agg(${steps('easting')} || ${steps('northing')}, '') as points
                        from ${points} p join kinds using (category, kind, by_postcode)
                       group by 1, 2, 3) by_kind
               group by x, y) whole
       order by x / 8, y / 8`,
  });
const placesPacked = packed('place', sql`place_points`);
const osmPacked = packed(
  'osm',
  sql`(select category, kind, false as by_postcode, easting, northing from osm_points)`,
);

/** Packs `place_points` by square. */
export function packPlaces(client: DbClient): Promise<number> {
  return rebuildTables(client, ['place_squares', 'place_square_kinds'], () => placesPacked.run(client));
}

/** Packs `osm_points` by square. */
export function packOsm(client: DbClient): Promise<number> {
  return rebuildTables(client, ['osm_squares', 'osm_square_kinds'], () => osmPacked.run(client));
}
