import { readWorkingRow } from '@domesday/db';
import { publishRows } from '@domesday/loading/publish-rows.query';
import { PART } from '@domesday/loading/repeated.query';
import type { Staged } from '@domesday/loading/types';

/**
 * Counts by force, month, small area and category; replaces the counts of the forces and months in the load. Archives
 * overlap, so the file with most of a count gives it.
 */
export async function publishCrime(staged: Staged): Promise<number> {
  return publishRows(staged, {
    table: 'crime_counts',
    key: ['force', 'month', 'area_code', 'category'],
    columns: ['force', 'month', 'area_code', 'category', 'incidents'],
    remove: `(t.force, t.month) in (select m.force, m.month from ${staged.table}_gathered m)`,
    gathered: (staging) =>
      `select force, month, area_code, category, max(n)::integer as incidents
         from (select force, month, area_code, category, count(*) as n from ${staging}
                group by force, month, area_code, category, ${PART}) c
        group by force, month, area_code, category`,
  });
}

/** Last day of the newest month in the load. One sequential read of staging. */
export async function newestMonth({ client, table }: Staged): Promise<string | null> {
  const { newest } = await readWorkingRow(
    client,
    { newest: 'date?' },
    `select ((max(month) || '-01')::date + interval '1 month' - interval '1 day')::date as newest from ${table}`,
  );
  return newest;
}
