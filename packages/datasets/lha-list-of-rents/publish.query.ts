import type { Staged } from '@domesday/loading/types';

const QUANTILES: [column: string, q: number][] = [
  ['p10_pw', 0.1],
  ['p25_pw', 0.25],
  ['p30_pw', 0.3],
  ['median_pw', 0.5],
  ['p75_pw', 0.75],
  ['p90_pw', 0.9],
];

/**
 * Keeps of each area, year and category what requests ask for: count, mean and quantiles (interpolated), and
 * the same over the whole homes together (`B-E`). An area's year that comes again is replaced. One sort of
 * staging; returns the number of rents behind the figures.
 */
export async function publishListOfRents(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  if (staged.replace) await client.query('delete from lha_rents');
  await client.query(
    `delete from lha_rents t using (select distinct brma_key, year from ${table}) s
      where t.brma_key = s.brma_key and t.year = s.year`,
  );
  const quantiles = QUANTILES.map(
    ([, q]) => `percentile_cont(${q}) within group (order by weekly_rent)`,
  ).join(', ');
  const rents = (category: string, where: string) =>
    `insert into lha_rents (brma_key, brma_name, year, category, n, mean_pw, min_pw, max_pw,
       ${QUANTILES.map(([column]) => column).join(', ')}, region, load_id)
     select brma_key, max(brma_name), year, ${category}, count(*), avg(weekly_rent), min(weekly_rent),
            max(weekly_rent), ${quantiles}, max(region), ${load_id}
       from ${table} ${where} group by brma_key, year${category === 'category' ? ', category' : ''}`;
  await client.query(rents('category', ''));
  await client.query(rents(`'B-E'`, `where category <> 'A'`));
  await client.query('analyze lha_rents');
  return staged.rows;
}
