import { type DbClient, sql, statement } from '@domesday/db';
import { CHANGED } from '@domesday/loading/changed-rows.query';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';

const COLUMNS = `postcode, outcode, sector, country, local_authority_code, region_code, lsoa_code, msoa_code,
  output_area_code, introduced_on, terminated_on, easting, northing, position, latitude, longitude`;

const PLACED = `
         cross join lateral (
           select case when o.easting is null then c.easting else o.easting end as easting,
                  case when o.easting is null then c.northing else o.northing end as northing,
                  case when o.easting is null then c.latitude else o.latitude end as latitude,
                  case when o.easting is null then c.longitude else o.longitude end as longitude) p`;

/** SQL for rows of `postcodes` from a join of the ONS directory `o` and Code-Point Open `c`. */
const postcodesOf = (both: string) =>
  sql.raw(`
       select postcode, left(postcode, -4), left(postcode, -2),
              coalesce(o.country, c.country),
              coalesce(o.local_authority_code, c.district_code),
              o.region_code, o.lsoa_code, o.msoa_code, o.output_area_code, o.introduced_on, o.terminated_on,
              p.easting, p.northing, point(p.easting, p.northing), p.latitude, p.longitude
         from ${both} ${PLACED}`);

const fillPostcodes = statement({
  name: 'fill-postcodes',
  build: () => sql`
      insert into ${rebuilt('postcodes')} (${sql.raw(COLUMNS)})
      ${postcodesOf('onspd_postcodes o full join code_point_postcodes c using (postcode)')}`,
});

const deleteMoved = statement({
  name: 'delete-moved-postcodes',
  after: CHANGED,
  build: () => sql`delete from postcodes p using moved_postcodes m where m.postcode = p.postcode`,
});

const addMoved = statement({
  name: 'add-moved-postcodes',
  after: CHANGED,
  build: () => sql`
      insert into postcodes (${sql.raw(COLUMNS)})
      ${postcodesOf('moved_postcodes left join onspd_postcodes o using (postcode) left join code_point_postcodes c using (postcode)')}
        where o.postcode is not null or c.postcode is not null`,
});

/** Rebuilds the rows of `postcodes` that small loads changed, by the primary keys of all three tables. */
export async function followPostcodes(client: DbClient): Promise<void> {
  await deleteMoved.run(client);
  await addMoved.run(client);
}

/**
 * Builds `postcodes` from both postcode datasets: codes, dates and the position of the ONS Postcode Directory, and the
 * values of Code-Point Open where the directory has none. One full join on the primary keys. Returns the number of
 * rows.
 */
export function rebuildPostcodes(client: DbClient): Promise<number> {
  return rebuildTable(client, 'postcodes', () => fillPostcodes.run(client));
}
