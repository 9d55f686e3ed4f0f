import { readWorkingRow } from '@domesday/db';
import type { Check, Staged } from '@domesday/loading/types';

/**
 * Fails where the files of a load tell a figure of a postcode, or its edition, in two ways: the answer would be the
 * highest of each. Coverage and performance are files of their own, with other figures. One pass over staging.
 */
export async function severalEditions({ client, table }: Staged, told: string[]): Promise<Check[]> {
  const twice = told.map((name) => `min(${name}) <> max(${name})`).join(' or ');
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (select from ${table} group by postcode having ${twice}) d`,
  );
  if (n === 0) return [];
  const detail = `The files are of several editions: they tell different figures of ${n.toLocaleString('en-GB')} ${n === 1 ? 'postcode' : 'postcodes'}. Load the newest alone.`;
  return [{ name: 'editions', status: 'fail', detail }];
}
