import { type DbClient, readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check } from '../../types.ts';
import { AREA_FILE } from './area-reader.ts';

/** The most records that are compared. In a national map that is published by district, many share a number. */
const MOST_RECORDS = 500;
/** A reference that merely counts from 1 identifies an area only together with its name. */
const COUNTED = '^[0-9]{1,6}$';

/**
 * Fails if areas of the same reference, name and place differ between files of a load: the files are several editions,
 * and both would be served. Areas that are wholly equal were removed before. Districts may use the same numbers at
 * different places. Two reads of the staged rows.
 */
export async function areaEditions(client: DbClient, table: string): Promise<Check[]> {
  const { records, same } = await readWorkingRow(
    client,
    { records: 'int8', same: 'int8' },
    `with several as (
       select kind, scope, coalesce(band, '') as band, coalesce(reference, '') as reference, coalesce(name, '') as name,
              min(${AREA_FILE}) as one, max(${AREA_FILE}) as other
         from ${table}
        where geometry is not null and (name is not null or reference !~ '${COUNTED}')
        group by 1, 2, 3, 4, 5 having min(${AREA_FILE}) <> max(${AREA_FILE}) limit ${MOST_RECORDS}),
     found as materialized (
       select s.*, t.${AREA_FILE} as file, t.box from several s
         join ${table} t on t.kind = s.kind and t.scope = s.scope and coalesce(t.band, '') = s.band
                        and coalesce(t.reference, '') = s.reference and coalesce(t.name, '') = s.name
                        and t.geometry is not null)
     select count(*) as records, count(*) filter (where exists (
              select from found a join found b using (kind, scope, band, reference, name)
               where a.file = s.one and b.file = s.other and a.box && b.box
                 and (a.kind, a.scope, a.band, a.reference, a.name) = (s.kind, s.scope, s.band, s.reference, s.name))) as same
       from several s`,
  );
  if (same === 0 || same < records / 2) return [];
  const detail = `The files are of several editions: they differ in ${counted(same, 'area')} that more than one of them has. Load the newest alone, since both would be served.`;
  return [{ name: 'editions', status: 'fail', detail }];
}
