import { readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, Staged } from '../types.ts';

/**
 * Fails if the rows of an area have two ranks for one index or domain, as in SIMD 2020 and its correction together:
 * which rank is served would be chance. Sorts the staged rows once.
 */
export async function differingRanks({ client, table }: Staged): Promise<Check[]> {
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (
       select area_code, year from ${table} group by 1, 2
       having min(rank) <> max(rank) or min(decile) <> max(decile)
        union
       select area_code, year from ${table}
        cross join jsonb_each_text(coalesce(domains -> 'own', domains)) as domain
        group by 1, 2, domain.key having min(domain.value) <> max(domain.value)) d`,
  );
  if (n === 0) return [];
  const detail = `The files are of several editions: they rank ${counted(n, 'area')} in two ways. Load the newest alone.`;
  return [{ name: 'editions', status: 'fail', detail }];
}
