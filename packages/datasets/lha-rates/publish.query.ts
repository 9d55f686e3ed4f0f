import { command, query, readWorking, readWorkingRow, statement, writeWorking } from '@domesday/db';
import type { Staged } from '@domesday/loading/types';

const deleteRates = statement({ name: 'delete-lha-rates', build: () => query.deleteFrom('lha_rates') });

/**
 * Publishes rates by area, year and category. Weekly and monthly figures are stored as published, even from different
 * tables or loads; unpublished ones are null. If the weekly figure was corrected, the stored monthly one is dropped,
 * and vice versa. Index: the primary key of lha_rates.
 */
export async function publishLhaRates(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  if (staged.replace) await deleteRates.run(client);
  const written = await writeWorking(
    client,
    `insert into lha_rates as t (brma_key, brma_name, year, category, weekly, monthly, country, load_id)
     select s.brma_key, max(s.brma_name), s.year, c.category,
            max(c.rate) filter (where not s.monthly_table), max(c.rate) filter (where s.monthly_table),
            max(s.country), ${load_id}
       from ${table} s
       cross join lateral (values ('A', s.rate_a), ('B', s.rate_b), ('C', s.rate_c), ('D', s.rate_d),
                                  ('E', s.rate_e)) as c (category, rate)
      group by s.brma_key, s.year, c.category
     on conflict (brma_key, year, category) do update
       set brma_name = excluded.brma_name,
           weekly = coalesce(excluded.weekly, case when ${same('monthly')} then t.weekly end),
           monthly = coalesce(excluded.monthly, case when ${same('weekly')} then t.monthly end),
           country = coalesce(excluded.country, t.country), load_id = excluded.load_id`,
  );
  await command(client, 'analyze lha_rates');
  return written;
}

/** SQL condition: whether the new and the stored figure are equal, or one of them is missing. */
function same(figure: 'weekly' | 'monthly'): string {
  return `coalesce(excluded.${figure} = t.${figure}, true)`;
}

/** The first day of the newest year in the load. One sequential read of staging. */
export async function newestRecord({ client, table }: Staged): Promise<string | null> {
  const newest = `select make_date(max(year), 4, 1) as newest from ${table}`;
  return (await readWorkingRow(client, { newest: 'date?' }, newest)).newest;
}

/** The first areas and years for which the load has more than one rate of a category. One sort of staging. */
export async function findContradictions({ client, table }: Staged): Promise<string[]> {
  const rows = await readWorking(
    client,
    { place: 'text' },
    `select min(brma_name) || ' ' || year as place from ${table}
      group by brma_key, year, monthly_table
     having count(distinct (rate_a, rate_b, rate_c, rate_d, rate_e)) > 1
      order by year, brma_key limit 3`,
  );
  return rows.map((row) => row.place);
}
