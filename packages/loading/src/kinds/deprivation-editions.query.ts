import { readWorking, readWorkingRow } from '@domesday/db';
import { count, counted } from '@domesday/files/counted';
import type { Check, Staged } from '../types.ts';

/**
 * Fails if the rows of an area have two ranks for one index or domain, as in SIMD 2020 and its correction together:
 * which rank is served would be chance. Warns if the files rank the served areas in another way: one of the two
 * editions is a correction of the other, and only the operator knows which. Sorts the staged rows once.
 */
export async function differingRanks(staged: Staged): Promise<Check[]> {
  const { client, table } = staged;
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (
       select area_code, year from ${table} group by area_code, year, domain
       having min(rank) <> max(rank) or min(decile) <> max(decile)
        union
       select area_code, year from ${table}
        cross join jsonb_each_text(domains) as ranks (of, rank)
        group by area_code, year, ranks.of having min(ranks.rank) <> max(ranks.rank)) d`,
  );
  if (n === 0) return otherEdition(staged);
  const detail = `The files are of several editions: they rank ${counted(n, 'area')} in two ways. Load the newest alone.`;
  return [{ name: 'editions', status: 'fail', detail }];
}

async function otherEdition({ client, table }: Staged): Promise<Check[]> {
  const found = await readWorking(
    client,
    { year: 'int2', n: 'int8', of: 'int8' },
    `select t.year, count(distinct t.area_code) filter (where s.rank <> t.rank) as n,
            count(distinct t.area_code) as of
       from ${table} s join deprivation_areas t using (dataset, level, area_code, year)
      where s.domain is null
      group by t.year having bool_or(s.rank <> t.rank) order by t.year`,
  );
  return found.map(({ year, n, of }) => ({
    name: 'other_edition',
    status: 'warn',
    detail: `These files rank ${count(n)} of ${counted(of, 'area')} otherwise than the index of ${year} that was served, and replace it. One of the two is a correction: if these files are the earlier one, load the corrected one again.`,
  }));
}
