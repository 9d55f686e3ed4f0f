import { type DbClient, sql, statement } from '@domesday/db';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';

const fillSmallAreas = statement({
  name: 'fill-small-areas',
  build: () => sql`
      insert into ${rebuilt('small_areas')} (code, country, local_authority_code, msoa_code, postcodes)
       select lsoa_code, mode() within group (order by country),
              mode() within group (order by local_authority_code), mode() within group (order by msoa_code),
              coalesce(nullif(count(position), 0), count(*))
         from postcodes
        where lsoa_code is not null and country is not null and terminated_on is null
        group by lsoa_code`,
});

const fillAreasOf2011 = statement({
  name: 'fill-small-areas-of-2011',
  build: () => sql`
      insert into ${rebuilt('small_areas_2011')} (code, country, local_authority_code, msoa_code, postcodes)
       select o.lsoa_2011_code, mode() within group (order by p.country),
              mode() within group (order by p.local_authority_code),
              mode() within group (order by o.msoa_2011_code),
              coalesce(nullif(count(p.position), 0), count(*))
         from onspd_postcodes o join postcodes p using (postcode)
        where o.lsoa_2011_code is not null and p.country is not null and p.terminated_on is null
        group by o.lsoa_2011_code`,
});

/**
 * Builds `small_areas` from the postcodes: every small area with its most frequent authority and its number of live
 * postcodes, from which a place that overlaps the area gets its share; likewise `small_areas_2011`. Postcodes without a
 * position are not counted, since no circle contains them, unless an area has no others. One sequential read and one
 * join. Returns the number of rows.
 */
export async function rebuildSmallAreas(client: DbClient): Promise<number> {
  const areas = await rebuildTable(client, 'small_areas', () => fillSmallAreas.run(client));
  return areas + (await rebuildTable(client, 'small_areas_2011', () => fillAreasOf2011.run(client)));
}
