import { type DbClient, readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, Staged } from '@domesday/loading/types';

/**
 * Fails if the files of a load have different values of the same figure, or different editions, for one postcode: the
 * highest would be served. Coverage and performance files do not conflict, since their figures differ. One pass over
 * staging.
 */
export async function severalEditions({ client, table }: Staged, columns: string[]): Promise<Check[]> {
  const twice = columns.map((name) => `min(${name}) <> max(${name})`).join(' or ');
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (select from ${table} group by postcode having ${twice}) d`,
  );
  if (n === 0) return [];
  const detail = `The files are of several editions: they tell different figures of ${counted(n, 'postcode')}. Load the newest alone.`;
  return [{ name: 'editions', status: 'fail', detail }];
}

/** Warns if coverage or speeds are replaced by older ones, with the number of postcodes. Index: the primary key. */
export async function olderEditions({ client, table }: Staged): Promise<Check[]> {
  return [
    ...(await olderOf(client, table, 'coverage', 'as_of')),
    ...(await olderOf(client, table, 'speeds', 'speeds_as_of')),
  ];
}

async function olderOf(
  client: DbClient,
  table: string,
  what: string,
  edition: 'as_of' | 'speeds_as_of',
): Promise<Check[]> {
  const { n, newest, older } = await readWorkingRow(
    client,
    { n: 'int8', newest: 'text?', older: 'text?' },
    `select count(*) as n, max(b.${edition}) as newest, max(s.${edition}) as older
       from ${table} s join broadband_postcodes b on b.postcode = s.postcode and b.${edition} > s.${edition}`,
  );
  if (n === 0) return [];
  const detail = `Older figures of ${what}, of ${older}, replaced newer ones of ${counted(n, 'postcode')}, up to ${newest}. If that was not meant, load the newer files again with --force.`;
  return [{ name: 'older_release', status: 'warn', detail }];
}

/** Fewer postcodes are not judged: all their shares may really be tiny. */
const FRACTIONS_JUDGED_FROM = 20;

/**
 * Fails if no share in the load is above one: a spreadsheet has probably saved percentages as fractions, 0.97 for 97 %,
 * which would be served as almost nothing. One pass over staging.
 */
export async function fractions({ client, table, rows }: Staged, shares: string[]): Promise<Check[]> {
  if (rows < FRACTIONS_JUDGED_FROM) return [];
  const { most } = await readWorkingRow(
    client,
    { most: 'float8?' },
    `select max(greatest(${shares.join(', ')}))::float8 as most from ${table}`,
  );
  if (most === null || most === 0 || most > 1) return [];
  const detail =
    'No share of its premises is above 1 %: they seem to be fractions, such as 0.97 of 97 %. Save them as percentages.';
  return [{ name: 'fractions', status: 'fail', detail }];
}
