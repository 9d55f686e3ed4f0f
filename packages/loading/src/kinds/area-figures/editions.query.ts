import { readWorking, readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, Staged } from '../../types.ts';
import { FIGURE_TYPES } from './publish.query.ts';

/** The `as_of` of figures if neither the file nor its name tells a year. It counts as older than any year. */
export const NOT_DATED = 'not dated';

/** SQL of a row's edition, which sorts by time: `2023` comes before `2023-03`. Null if not dated. */
const edition = (row: string) => `nullif(${row}.as_of, '${NOT_DATED}') collate "C"`;

/** SQL of the rows of the newest edition of each topic and area: publishers put several years into one archive. */
export function newestOf(staging: string): string {
  return `(select * from (
      select s.*, rank() over (partition by topic, area_code order by ${edition('s')} desc nulls last) as nth
        from ${staging} s) ranked where nth = 1)`;
}

/** The same rows with only the columns of figures, for `publishFigures`. */
export function newestRows(staging: string): string {
  return `select ${Object.keys(FIGURE_TYPES).join(', ')} from ${newestOf(staging)} f`;
}

/** Warns if a load has several editions of the same areas, and if it replaces newer figures. One sort of staging. */
export async function figureEditions(staged: Staged): Promise<Check[]> {
  return [...(await severalEditions(staged)), ...(await olderEditions(staged))];
}

async function severalEditions({ client, table }: Staged): Promise<Check[]> {
  const { n, newest, oldest } = await readWorkingRow(
    client,
    { n: 'int8', newest: 'text?', oldest: 'text?' },
    `select count(*) as n, max(newest) as newest, min(oldest) as oldest
       from (select max(${edition('s')}) as newest, coalesce(min(${edition('s')}), '${NOT_DATED}') as oldest
               from ${table} s group by topic, area_code having count(distinct as_of) > 1) a`,
  );
  if (n === 0) return [];
  const detail = `The figures of ${counted(n, 'area')} are of several editions, ${oldest} to ${newest}: the newest of each counts.`;
  return [{ name: 'editions', status: 'warn', detail }];
}

/** Index: the primary key. */
async function olderEditions({ client, table }: Staged): Promise<Check[]> {
  const found = await readWorking(
    client,
    { topic: 'text', n: 'int8', newest: 'text', given: 'text?' },
    `select s.topic, count(*) as n, max(${edition('f')}) as newest, max(s.as_of) as given
       from (select topic, area_code, max(${edition('s')}) as as_of from ${table} s group by 1, 2) s
       join area_figures f using (topic, area_code)
      where ${edition('f')} > s.as_of or (${edition('f')} is not null and s.as_of is null)
      group by s.topic order by s.topic`,
  );
  return found.map(({ topic, n, newest, given }) => ({
    name: 'older_release',
    status: 'warn',
    detail: `Figures (${topic.replaceAll('_', ' ')}) of ${counted(n, 'area')}, to ${newest}, were replaced by older ones, ${given ?? 'whose edition is unknown'}. If that was not meant, load the newer files again with --force.`,
  }));
}

/**
 * Fails if rows of one category give different figures for the same area and edition: the highest would be served. One
 * sort of the long rows of staging.
 */
export async function contradictions({ client, table }: Staged): Promise<Check[]> {
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (
       select from ${table} where figures is null and whole
        group by topic, area_code, category, as_of having min(value) <> max(value)) d`,
  );
  if (n === 0) return [];
  const detail = `The files have two different values for ${counted(n, 'figure')} of the same area, category and year. Load only the right file.`;
  return [{ name: 'contradictory_figures', status: 'fail', detail }];
}
