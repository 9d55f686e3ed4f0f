import { columnsOf, sql, statement } from '@domesday/db';

/** The number of points of each category in the loaded extract; reads the whole table, so cache it. */
export const osmCategories = statement({
  name: 'osm-categories',
  parameters: {},
  row: { ...columnsOf('osm_points', ['category']), n: 'int8' },
  build: () => sql`select category, count(*) as n from osm_points group by category`,
});

/** Whether the loaded extract has a point of any category in a circle; index osm_points_position. */
export const osmReaches = statement({
  name: 'osm-reaches',
  parameters: { easting: 'float8', northing: 'float8', radius_m: 'float8' },
  row: { reached: 'bool' },
  build: (v) => sql`
    select exists (
      select 1 from osm_points p where p.position <@ circle(point(${v.easting}, ${v.northing}), ${v.radius_m})
    ) as reached`,
});
