import { type DbClient, readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import { PART } from './repeated.query.ts';
import type { Check, DatasetModule } from './types.ts';

/**
 * Fails if files that each hold a whole dataset, or all of a place, differ in the same record: they are several
 * editions, and records that only the older one has would be served beside the newer one. A record that is repeated
 * within one file is no sign of this. One pass over staging and a sort of the records that differ; nothing is read if
 * the load has one part.
 */
export async function severalEditions(
  client: DbClient,
  { wholeFile, staging }: Pick<DatasetModule, 'wholeFile' | 'staging'>,
  table: string,
  parts: number,
): Promise<Check[]> {
  if (!wholeFile || parts < 2) return [];
  const { key, rows = 'true' } = wholeFile;
  const record = key.join(', ');
  const row = `row(${staging.flatMap(({ name }) => (name === PART ? [] : [`s.${name}`])).join(', ')})::text`;
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `with in_several as (
       select ${record} from ${table} s where ${rows} group by ${record} having min(${PART}) <> max(${PART})),
     of_each as (
       select ${record}, string_agg(distinct ${row}, ' ') as told
         from ${table} s join in_several using (${record}) where ${rows} group by ${record}, ${PART})
     select count(*) as n from (select from of_each group by ${record} having min(told) <> max(told)) d`,
  );
  if (n === 0) return [];
  const detail = `The files are of several editions: they differ in ${counted(n, 'record')} that more than one of them has. Load the newest alone, since what it no longer has would be served too.`;
  return [{ name: 'editions', status: 'fail', detail }];
}
