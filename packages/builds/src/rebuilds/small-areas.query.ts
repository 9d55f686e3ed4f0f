import { type DbClient, sql, statement } from '@domesday/db';
import { anew, rebuildTable } from '@domesday/loading/rebuild.query';

const fillSmallAreas = statement({
  name: 'fill-small-areas',
  build: () => sql`
      insert into ${anew('small_areas')} (code, country, local_authority_code, msoa_code, postcodes)
       select lsoa_code, mode() within group (order by country),
              mode() within group (order by local_authority_code), mode() within group (order by msoa_code), count(*)
         from postcodes
        where lsoa_code is not null and country is not null and terminated_on is null
        group by lsoa_code`,
});

/**
 * Builds `small_areas` out of the postcodes: every small area with its commonest authority and its number of live
 * postcodes, from which a place that overlaps it gets its share. One sequential read. Returns rows.
 */
export function rebuildSmallAreas(client: DbClient): Promise<number> {
  return rebuildTable(client, 'small_areas', () => fillSmallAreas.run(client));
}
