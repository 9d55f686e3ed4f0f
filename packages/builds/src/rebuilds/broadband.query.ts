import { type DbClient, sql, statement } from '@domesday/db';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';

/**
 * Least share of the live postcodes of an area for which the loaded files must have speeds. The publisher has a file
 * for each postcode area, and one file is not enough for a nation. No file has postcodes without measured lines.
 */
const ENOUGH = 0.6;

const fillAreas = statement({
  name: 'fill-broadband-areas',
  build: () => sql`
      insert into ${rebuilt('broadband_areas')} (area_code, postcodes, median_down_mbps)
       select a.code, count(b.median_down_mbps), percentile_cont(0.5) within group (order by b.median_down_mbps)
         from postcodes p
         left join broadband_postcodes b using (postcode)
         left join nations n using (country)
         cross join lateral (values (p.local_authority_code), (n.code)) as a (code)
        where a.code is not null and p.terminated_on is null
        group by a.code having count(b.median_down_mbps) >= ${ENOUGH}::float8 * count(*)`,
});

/**
 * Builds `broadband_areas`: the median speed of the postcodes of each authority and nation. Returns the number of rows.
 */
export function rebuildBroadband(client: DbClient): Promise<number> {
  return rebuildTable(client, 'broadband_areas', () => fillAreas.run(client));
}
