import { readWorking, readWorkingRow } from '@domesday/db';
import { publishRows } from '@domesday/loading/publish-rows.query';
import { PART } from '@domesday/loading/repeated.query';
import type { Check, Staged } from '@domesday/loading/types';

/**
 * Publishes counts by force, month, small area and category. Replaces the counts of the forces and months in the load.
 * If files overlap, the highest count of a file is used.
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

/**
 * The number of served incidents that the load replaces: those of its forces and months. One sequential read of
 * staging.
 */
export async function replacedIncidents({ client, table, replace }: Staged): Promise<number> {
  const { incidents } = await readWorkingRow(
    client,
    { incidents: 'int8' },
    `select coalesce(sum(t.incidents), 0)::bigint as incidents from crime_counts t
      where ${replace} or (t.force, t.month) in (select s.force, s.month from ${table} s)`,
  );
  return incidents;
}

/** A month is judged from this many incidents on: a fall by a tenth is then not chance. */
const JUDGED_FROM = 100;
const MOST_NAMED = 5;

/** Warns of months for which a force would have at least a tenth fewer incidents than are served. */
export async function fallenMonths({ client, table }: Staged): Promise<Check[]> {
  const fallen = await readWorking(
    client,
    { force: 'text', month: 'text', before: 'int8', now: 'int8' },
    `select force, month, b.incidents as before, n.incidents as now
       from (select force, month, sum(incidents)::bigint as incidents from crime_counts group by force, month) b
       join (select force, month, count(*) as incidents from ${table} group by force, month) n using (force, month)
      where b.incidents >= ${JUDGED_FROM} and n.incidents < 0.9 * b.incidents
      order by n.incidents::float8 / b.incidents, force, month`,
  );
  if (fallen.length === 0) return [];
  const shown = fallen
    .slice(0, MOST_NAMED)
    .map(({ force, month, before, now }) => `${force} ${month} (${now}, ${before} before)`);
  const more = fallen.length > MOST_NAMED ? ` and ${fallen.length - MOST_NAMED} more` : '';
  const detail = `Months with more than a tenth fewer incidents than before: ${shown.join(', ')}${more}. Is each file whole?`;
  return [{ name: 'fallen_months', status: 'warn', detail }];
}

/** The last day of the newest month in the load. One sequential read of staging. */
export async function newestMonth({ client, table }: Staged): Promise<string | null> {
  const { newest } = await readWorkingRow(
    client,
    { newest: 'date?' },
    `select ((max(month) || '-01')::date + interval '1 month' - interval '1 day')::date as newest from ${table}`,
  );
  return newest;
}
