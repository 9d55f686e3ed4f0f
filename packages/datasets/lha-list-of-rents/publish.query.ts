import { command, query, readWorking, readWorkingRow, statement, writeWorking } from '@domesday/db';
import type { Staged } from '@domesday/loading/types';

const QUANTILES: [column: string, q: number][] = [
  ['p10_pw', 0.1],
  ['p25_pw', 0.25],
  ['p30_pw', 0.3],
  ['median_pw', 0.5],
  ['p75_pw', 0.75],
  ['p90_pw', 0.9],
];

const deleteRents = statement({ name: 'delete-lha-rents', build: () => query.deleteFrom('lha_rents') });

/**
 * Stores, for each area, year and category, what answers use: count, mean and quantiles (interpolated), and the same
 * for all whole homes together (`B-E`). Replaces an area's year that is loaded again. One sort of staging; returns the
 * number of rents behind the figures.
 */
export async function publishListOfRents(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  if (staged.replace) await deleteRents.run(client);
  if (staged.rows === 0) return 0;
  const aside = await setCopiesAside(staged);
  await writeWorking(
    client,
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
  await writeWorking(client, rents('category', ''));
  await writeWorking(
    client,
    rents(
      `'B-E'`,
      `s where category <> 'A' and not exists (
         select from ${table}_copies c where c.brma_key = s.brma_key and c.year = s.year and c.category <> 'A')`,
    ),
  );
  await command(client, `drop table ${table}_copies`);
  await command(client, 'analyze lha_rents');
  return staged.rows - aside;
}

/** Number of rents of an area, year and category from which two areas cannot have equal rents by chance. */
const FEWEST_COPIED = 10;

/** Groups of areas, years and categories whose rents are all equal, in words. One sort of staging. */
export async function findCopies({ client, table }: Staged): Promise<string[]> {
  await writeWorking(
    client,
    `create unlogged table ${table}_copies as
     select brma_key, brma_name, year, category, n, rents from (
       select *, count(*) over (partition by n, rents) as alike from (
         select brma_key, max(brma_name) as brma_name, year, category, count(*)::integer as n,
                md5(string_agg(weekly_rent::text, ',' order by weekly_rent)) as rents
           from ${table} group by brma_key, year, category having count(*) >= ${FEWEST_COPIED}) cells) compared
      where alike > 1`,
  );
  const rows = await readWorking(
    client,
    { copies: 'text' },
    `select string_agg(brma_name || ' ' || category || ' ' || year, ' = ' order by brma_name, year, category)
              || ' (' || min(n) || ' rents)' as copies
       from ${table}_copies group by n, rents order by n desc, rents`,
  );
  return rows.map((row) => row.copies);
}

/**
 * Removes copied rents from staging, since nothing shows which area they are from, and records a note naming all
 * areas. Returns the number of rents.
 */
async function setCopiesAside({ client, table, load_id }: Staged): Promise<number> {
  await writeWorking(
    client,
    `insert into dataset_rejects (load_id, file, line, reason, raw)
     select $1, 'copied rents', row_number() over (order by c.brma_name, c.year, c.category),
            'The rents of this area are those of another, one by one: ' || (
              select string_agg(o.brma_name || ' ' || o.category || ' ' || o.year, ', ')
                from ${table}_copies o where o.n = c.n and o.rents = c.rents and o is distinct from c) || '.',
            concat_ws(' ', c.brma_name, c.category, c.year, c.n || ' rents')
       from ${table}_copies c
     on conflict do nothing`,
    [load_id],
  );
  return writeWorking(
    client,
    `delete from ${table} s using ${table}_copies c
      where c.brma_key = s.brma_key and c.year = s.year and c.category = s.category`,
  );
}

/** The number of served rents that the load replaces: those of its areas and years. One sequential read of staging. */
export async function replacedRents({ client, table, replace }: Staged): Promise<number> {
  const { rents } = await readWorkingRow(
    client,
    { rents: 'int8' },
    `select coalesce(sum(t.n), 0)::bigint as rents from lha_rents t
      where t.category <> 'B-E' and (${replace} or (t.brma_key, t.year) in (select s.brma_key, s.year from ${table} s))`,
  );
  return rents;
}

/** The last day of the newest year in the load. One sequential read of staging. */
export async function newestRecord({ client, table }: Staged): Promise<string | null> {
  const newest = `select make_date(max(year), 9, 30) as newest from ${table}`;
  return (await readWorkingRow(client, { newest: 'date?' }, newest)).newest;
}
