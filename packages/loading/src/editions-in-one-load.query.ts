import { type DbClient, readWorkingRow } from '@domesday/db';
import { PART } from './repeated.query.ts';
import type { Check, DatasetModule } from './types.ts';

/**
 * Fails where files that each hold a whole dataset tell different things of one row: they are several editions, and what
 * only the older one has would be served beside the newer one. One sort of staging, unless it is one part.
 */
export async function severalEditions(
  client: DbClient,
  { wholeFile, staging }: Pick<DatasetModule, 'wholeFile' | 'staging'>,
  table: string,
  parts: number,
): Promise<Check[]> {
  if (!wholeFile || parts < 2) return [];
  const { key, rows = 'true' } = wholeFile;
  const told = staging.flatMap(({ name }) => (name === PART ? [] : [`s.${name}`])).join(', ');
  const in_several = staging.some(({ name }) => name === PART) ? `and min(${PART}) <> max(${PART})` : '';
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (
       select from ${table} s where ${rows} group by ${key.join(', ')}
       having min(row(${told})::text) <> max(row(${told})::text) ${in_several}) d`,
  );
  if (n === 0) return [];
  const detail = `The files are of several editions: they differ in ${n.toLocaleString('en-GB')} ${n === 1 ? 'record' : 'records'} that more than one of them has. Load the newest alone, since what it no longer has would be served too.`;
  return [{ name: 'editions', status: 'fail', detail }];
}
