import { STEP_M } from '@domesday/builds/packed-points/records';
import { listOf, sql, statement } from '@domesday/db';
import { ITEMS, nearestOf, OPEN_SOURCES, OPEN_STREET_MAP, POINT } from './infrastructure.query.ts';

type Sql = ReturnType<typeof sql>;

const joined = (squares: 'place_squares' | 'osm_squares') => sql`
  (select coalesce(string_agg(s.points, ''), '') from ${sql.table(squares)} s where s.x = k.x and s.y between k.first_y and k.last_y)`;

/**
 * The packed points of squares, a row for each strip, with the kinds that they refer to in the first row; primary keys
 * of place_squares and osm_squares.
 */
export const packedSquares = statement({
  name: 'packed-points',
  parameters: { xs: '_int4', first_ys: '_int4', last_ys: '_int4' },
  row: { open_kinds: 'text?', open_points: 'text', osm_kinds: 'text?', osm_points: 'text' },
  build: ({ xs, first_ys, last_ys }) => sql`
    select case when nth = 1 then (select kinds from place_square_kinds) end as open_kinds, ${joined('place_squares')} as open_points,
           case when nth = 1 then (select kinds from osm_square_kinds) end as osm_kinds, ${joined('osm_squares')} as osm_points
      from unnest(${xs}::integer[], ${first_ys}::integer[], ${last_ys}::integer[]) with ordinality as k (x, first_y, last_y, nth)
     order by nth`,
});

/** `offset 0` makes PostgreSQL look each step up by the grid index; otherwise it reads the whole circle. */
const inSteps = (
  points: Sql,
  at: Sql,
  c: { categories: unknown; eastings: unknown; northings: unknown },
) => sql`
  (select p.*
     from unnest(${c.categories}::text[], ${c.eastings}::float8[], ${c.northings}::float8[]) as c (category, easting, northing)
    cross join lateral (
      select ${listOf(POINT, 'p')}, p.position <-> ${at} as distance_m from ${points} p
       where p.easting >= c.easting and p.easting < c.easting + ${sql.lit(STEP_M)}
         and p.northing >= c.northing and p.northing < c.northing + ${sql.lit(STEP_M)}
         and p.category = c.category offset 0) p) p`;

/**
 * The nearest points of each category among those in the given grid steps. Indexes place_points_grid and
 * osm_points_grid.
 */
export const nearestInSteps = statement({
  name: 'nearest-in-steps',
  parameters: {
    easting: 'float8',
    northing: 'float8',
    limit: 'int8',
    categories: '_text',
    eastings: '_float8',
    northings: '_float8',
    osm_categories: '_text',
    osm_eastings: '_float8',
    osm_northings: '_float8',
  },
  row: { open: ITEMS, osm: ITEMS },
  build: (v) => {
    const at = sql`point(${v.easting}, ${v.northing})`;
    const osm = { categories: v.osm_categories, eastings: v.osm_eastings, northings: v.osm_northings };
    return sql`
      select ${nearestOf(inSteps(OPEN_SOURCES, at, v), v.limit)} as open,
             ${nearestOf(inSteps(OPEN_STREET_MAP, at, osm), v.limit)} as osm`;
  },
});
