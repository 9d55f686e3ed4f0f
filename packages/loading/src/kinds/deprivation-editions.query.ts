import { readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, Staged } from '../types.ts';

/**
 * Fails where the rows of an area tell two ranks of one index or domain, as those of SIMD 2020 and its correction do:
 * which of them was served would be chance. One sort of staging.
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
