import { type DbClient, writeWorking } from '@domesday/db';
import { AREA_COLUMNS, AREA_FILE } from './area-reader.ts';

/** SQL of a hash of what equal areas share, without reading their geometries. */
const QUICK = `hashtextextended(row(s.kind, s.scope, s.reference, s.name, s.box, s.vertices, s.area_sqm)::text, 0)`;

/**
 * Deletes staged areas that are repeated with all their values, because a file was appended to itself or two files
 * overlap. Geometries, which may be megabytes, are compared only if all else is equal. One aggregate of staging.
 * Returns the number of areas deleted.
 */
export function leaveOutRepeatedAreas(client: DbClient, table: string): Promise<number> {
  const compared = AREA_COLUMNS.filter((name) => name !== AREA_FILE).map((name) =>
    name === 'geometry' ? 'md5(s.geometry)' : name === 'box' ? 's.box::text' : `s.${name}`,
  );
  return writeWorking(
    client,
    `with alike as (
       select ${QUICK} as hash from ${table} s where s.geometry is not null group by 1 having count(*) > 1)
     delete from ${table} t using (
       select s.ctid as at, row_number() over (partition by ${compared.join(', ')} order by s.ctid) as copy
         from ${table} s where s.geometry is not null and ${QUICK} in (select hash from alike)) c
      where t.ctid = c.at and c.copy > 1`,
  );
}
