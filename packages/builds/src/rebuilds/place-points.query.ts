import { type DbClient, sql, statement } from '@domesday/db';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';

const fillPoints = statement({
  name: 'fill-place-points',
  build: () => sql`
      insert into ${rebuilt('place_points')} (source, id, category, kind, name, easting, northing, by_postcode)
       select * from (
       select case s.id_scheme when 'urn' then 'gias' when 'seed' then 'schools-scotland' else 'schools-wales' end,
              s.id, 'education', 'school', s.name, coalesce(s.easting, p.easting) as e, coalesce(s.northing, p.northing) as n,
              s.easting is null
         from schools s left join postcodes p on p.postcode = s.postcode
        where coalesce(s.easting, p.easting) is not null
       union all
       select 'naptan', id, 'transport', kind, name, easting, northing, false from transport_stops
       union all
       select h.dataset, h.id, 'health', h.kind, h.name, p.easting, p.northing, true
         from health_sites h join postcodes p on p.postcode = h.postcode
        where p.easting is not null
       union all
       select 'retail-points', id, category, kind, name, easting, northing, false from retail_points) x
       order by floor(e / 2000), floor(n / 2000)`,
});

/**
 * Builds `place_points` from schools, stops, health sites and shops. If a source gives a postcode and no coordinates,
 * the centroid of the postcode is used (primary key of postcodes). Rows are written in order of squares of two
 * kilometres, so that one request reads few pages. Returns the number of rows.
 */
export function rebuildPlacePoints(client: DbClient): Promise<number> {
  return rebuildTable(client, 'place_points', () => fillPoints.run(client));
}
