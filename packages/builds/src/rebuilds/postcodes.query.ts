import { type DbClient, sql, statement } from '@domesday/db';
import { anew, rebuildTable } from '@domesday/loading/rebuild.query';

const COLUMNS = `postcode, outcode, sector, country, local_authority_code, region_code, lsoa_code, msoa_code,
  output_area_code, introduced_on, terminated_on, easting, northing, position, latitude, longitude`;

const fillPostcodes = statement({
  name: 'fill-postcodes',
  build: () => sql`
      insert into ${anew('postcodes')} (${sql.raw(COLUMNS)})
       select postcode, left(postcode, -4), left(postcode, -2),
              coalesce(o.country, c.country),
              coalesce(o.local_authority_code, c.district_code),
              o.region_code, o.lsoa_code, o.msoa_code, o.output_area_code, o.introduced_on, o.terminated_on,
              p.easting, p.northing, point(p.easting, p.northing), p.latitude, p.longitude
         from onspd_postcodes o full join code_point_postcodes c using (postcode)
         cross join lateral (
           select case when o.easting is null then c.easting else o.easting end as easting,
                  case when o.easting is null then c.northing else o.northing end as northing,
                  case when o.easting is null then c.latitude else o.latitude end as latitude,
                  case when o.easting is null then c.longitude else o.longitude end as longitude) p`,
});

/**
 * Builds `postcodes` out of both postcode datasets: the ONS Postcode Directory for codes and dates, and for the
 * position where it has one; Code-Point Open for the rest. One full join on the primary keys. Returns rows.
 */
export function rebuildPostcodes(client: DbClient): Promise<number> {
  return rebuildTable(client, 'postcodes', () => fillPostcodes.run(client));
}
