import { columnsOf, type DbClient, type RowOf, required, sql, statement } from '@domesday/db';
import type { CatalogueEntry } from './types.ts';

/** Rows served of a dataset, in all, with a position of their own, and by area. */
export interface ServedCounts {
  rows: number;
  /** null where positions do not matter, or were not counted. */
  placed: number | null;
  /** Empty where rows are of no area. */
  areas: Map<string, number>;
}

/** What was counted last, of loads that still stand; null where nothing was. Primary keys of both tables. */
export async function lastCounted(client: DbClient, dataset: string): Promise<ServedCounts | null> {
  const { rows } = await client.query<{ rows: number | null; placed: number | null }>(
    `select sum(s.rows)::bigint as rows, sum(s.placed)::bigint as placed
       from public.dataset_served s join public.dataset_loads l on l.id = s.load_id where s.dataset = $1`,
    [dataset],
  );
  const { rows: served, placed } = rows[0]!;
  return served === null ? null : { rows: served, placed, areas: await areasCounted(client, dataset) };
}

async function areasCounted(client: DbClient, dataset: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ area: string; rows: number }>(
    'select area, rows from public.dataset_served_areas where dataset = $1',
    [dataset],
  );
  return new Map(rows.map(({ area, rows: n }) => [area, n]));
}

/**
 * Counts what is served of a dataset, once over its table, and keeps it. Inside the transaction that publishes
 * `load_id`, with the search path of `publishing`, so that what is counted is what will be served.
 */
export async function countServed(
  client: DbClient,
  { id, served }: Pick<CatalogueEntry, 'id' | 'served'>,
  load_id: number,
): Promise<ServedCounts> {
  const { table, where = 'true', newest = 'null::date', placed, area } = served;
  await client.query('delete from public.dataset_served where dataset = $1', [id]);
  await client.query('delete from public.dataset_served_areas where dataset = $1', [id]);
  const from = `from ${table} t join public.dataset_loads l on l.id = t.load_id where l.dataset = $1 and ${where}`;
  await client.query(
    `insert into public.dataset_served (dataset, load_id, rows, placed, newest_record)
     select $1, t.load_id, count(*), ${placed ? `count(*) filter (where ${placed})` : 'null::bigint'}, max(${newest})
       ${from} group by t.load_id`,
    [id],
  );
  await client.query(
    'insert into public.dataset_served (dataset, load_id, rows) values ($1, $2, 0) on conflict do nothing',
    [id, load_id],
  );
  if (area) {
    await client.query(
      `insert into public.dataset_served_areas (dataset, area, rows)
       select $1, coalesce(${area}, ''), count(*) ${from} group by 2`,
      [id],
    );
  }
  return (await lastCounted(client, id))!;
}

const SERVED_LOAD = {
  ...columnsOf('dataset_served', ['dataset', 'load_id', 'rows', 'newest_record']),
  ...columnsOf('dataset_loads', ['release']),
  ...required(columnsOf('dataset_loads', ['finished_at'])),
};
export type ServedLoad = RowOf<typeof SERVED_LOAD>;

/** What is served of every dataset by load; a row for each load of which something is served, and the primary keys. */
export const servedLoads = statement({
  name: 'served-loads',
  row: SERVED_LOAD,
  build: () => sql`
    select s.dataset, s.load_id, s.rows, s.newest_record, l.release, l.finished_at
      from dataset_served s join dataset_loads l on l.id = s.load_id
     where l.status = 'published' order by s.dataset, s.load_id`,
});
