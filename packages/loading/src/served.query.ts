import {
  columnsOf,
  type DbClient,
  query,
  type RowOf,
  required,
  sql,
  statement,
  writeWorking,
} from '@domesday/db';
import type { CatalogueEntry } from './types.ts';

/** Rows served of a dataset, in all, with a position of their own, and by area. */
export interface ServedCounts {
  rows: number;
  /** null where positions do not matter, or were not counted. */
  placed: number | null;
  /** Empty where rows are of no area. */
  areas: Map<string, number>;
}

const DATASET = columnsOf('dataset_served', ['dataset']);

const lastSums = statement({
  name: 'served-sums',
  parameters: DATASET,
  row: { rows: 'int8?', placed: 'int8?' },
  build: ({ dataset }) => sql`
    select sum(s.rows)::bigint as rows, sum(s.placed)::bigint as placed
      from dataset_served s join dataset_loads l on l.id = s.load_id where s.dataset = ${dataset}`,
});

const areasCounted = statement({
  name: 'served-areas',
  parameters: DATASET,
  row: columnsOf('dataset_served_areas', ['area', 'rows']),
  build: ({ dataset }) =>
    query.selectFrom('dataset_served_areas').select(['area', 'rows']).where('dataset', '=', dataset),
});

const forgetLoads = statement({
  name: 'forget-served-loads',
  parameters: DATASET,
  build: ({ dataset }) => query.deleteFrom('dataset_served').where('dataset', '=', dataset),
});

const forgetAreas = statement({
  name: 'forget-served-areas',
  parameters: DATASET,
  build: ({ dataset }) => query.deleteFrom('dataset_served_areas').where('dataset', '=', dataset),
});

const addEmptyLoad = statement({
  name: 'add-empty-served-load',
  parameters: columnsOf('dataset_served', ['dataset', 'load_id']),
  build: (load) =>
    query
      .insertInto('dataset_served')
      .values({ ...load, rows: 0 })
      .onConflict((on) => on.doNothing()),
});

/** What was counted last, of loads that still stand; null where nothing was. Primary keys of both tables. */
export async function lastCounted(client: DbClient, dataset: string): Promise<ServedCounts | null> {
  const { rows, placed } = await lastSums.one(client, { dataset });
  if (rows === null) return null;
  const areas = await areasCounted.rows(client, { dataset });
  return { rows, placed, areas: new Map(areas.map((area) => [area.area, area.rows])) };
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
  await forgetLoads.run(client, { dataset: id });
  await forgetAreas.run(client, { dataset: id });
  const from = `from ${table} t join public.dataset_loads l on l.id = t.load_id where l.dataset = $1 and ${where}`;
  await writeWorking(
    client,
    `insert into public.dataset_served (dataset, load_id, rows, placed, newest_record)
     select $1, t.load_id, count(*), ${placed ? `count(*) filter (where ${placed})` : 'null::bigint'}, max(${newest})
       ${from} group by t.load_id`,
    [id],
  );
  await addEmptyLoad.run(client, { dataset: id, load_id });
  if (area) {
    await writeWorking(
      client,
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
