import { readWorking, readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, Staged } from '../../types.ts';
import { FIGURE_TYPES } from './publish.query.ts';

/** What `as_of` is where neither a file nor its name tells a year: it counts as older than any that does. */
export const NOT_DATED = 'not dated';

/** The edition of a row, in the order of time: `2023` comes before `2023-03`. */
const edition = (row: string) => `nullif(${row}.as_of, '${NOT_DATED}') collate "C"`;

/** The rows of the newest edition of each topic and area: publishers pack all years together. */
export function newestOf(staging: string): string {
  return `(select * from (
      select s.*, rank() over (partition by topic, area_code order by ${edition('s')} desc nulls last) as nth
        from ${staging} s) ranked where nth = 1)`;
}

/** The same as rows of figures, for `publishFigures`. */
export function newestRows(staging: string): string {
  return `select ${Object.keys(FIGURE_TYPES).join(', ')} from ${newestOf(staging)} f`;
}

/**
 * Says which editions a load has of the same areas, and of how many areas newer figures give way. One sort of staging.
 */
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
    detail: `Figures (${topic.replaceAll('_', ' ')}) of ${counted(n, 'area')}, to ${newest}, gave way to older ones, ${given ?? 'whose edition is not told'}. If that was not meant, load the newer files again with --force.`,
  }));
}

/**
 * Fails where rows of one category each tell another figure of an area and edition: the answer would be the highest.
 * One sort of the long rows of staging.
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
  const detail = `The files tell ${counted(n, 'figure')} of the same area, category and year in two ways. Load the right one alone.`;
  return [{ name: 'contradictory_figures', status: 'fail', detail }];
}
