import {
  columnsOf,
  command,
  type DbClient,
  query,
  type RowOf,
  required,
  sql,
  statement,
  writeWorking,
} from '@domesday/db';
import { hasNotedRows } from './noted-rows.query.ts';
import type { CatalogueEntry } from './types.ts';

/** The number of served rows of a dataset: all, those with their own position, and by area. */
export interface ServedCounts {
  rows: number;
  /** Null if positions do not matter for the dataset, or were not counted. */
  placed: number | null;
  /** Empty if rows have no area. */
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

/** Deletes the count of a load without served rows, so that it does not tell when the dataset was last loaded. */
export const forgetEmptyLoad = statement({
  name: 'forget-empty-served-load',
  parameters: columnsOf('dataset_served', ['load_id']),
  build: ({ load_id }) => sql`delete from dataset_served where load_id = ${load_id} and rows = 0`,
});

/** The last stored counts of a dataset; null if there are none. Indexes: primary keys of both tables. */
export async function lastCounted(client: DbClient, dataset: string): Promise<ServedCounts | null> {
  const { rows, placed } = await lastSums.one(client, { dataset });
  if (rows === null) return null;
  const areas = await areasCounted.rows(client, { dataset });
  return { rows, placed, areas: new Map(areas.map((area) => [area.area, area.rows])) };
}

/**
 * Counts what is served of a dataset and stores the counts. After a small load they are corrected by its changed rows;
 * otherwise the whole table is counted. Runs inside the transaction that publishes `load_id`, with the search path of
 * `publishing`, so that it counts what will be served.
 */
export async function countServed(
  client: DbClient,
  entry: Pick<CatalogueEntry, 'id' | 'served'>,
  load_id: number,
): Promise<ServedCounts> {
  const before = await lastCounted(client, entry.id);
  const known = before !== null && (!entry.served.placed || before.placed !== null);
  if (known && (await hasNotedRows(client, entry.served.table))) await countChanged(client, entry);
  else await countAll(client, entry);
  await addEmptyLoad.run(client, { dataset: entry.id, load_id });
  return (await lastCounted(client, entry.id))!;
}

/** SQL columns of the counts by load: rows, rows with a position, and the newest date. */
const COUNTS = ({ newest = 'null::date', placed }: CatalogueEntry['served']) =>
  `t.load_id, count(*) as rows, ${placed ? `count(*) filter (where ${placed})` : 'null::bigint'} as placed, max(${newest}) as newest`;

async function countAll(
  client: DbClient,
  { id, served }: Pick<CatalogueEntry, 'id' | 'served'>,
): Promise<void> {
  const { table, from = table, where = 'true', area } = served;
  await forgetLoads.run(client, { dataset: id });
  await forgetAreas.run(client, { dataset: id });
  // Rows are grouped by load first, so that they need not be joined to the loads one by one. This is a statement of its
  // own, since PostgreSQL does not parallelise the select of an insert.
  await writeWorking(
    client,
    `create temporary table counted_loads on commit drop as
     select ${COUNTS(served)} from ${from} t where ${where} group by t.load_id`,
  );
  await writeWorking(
    client,
    `insert into public.dataset_served (dataset, load_id, rows, placed, newest_record)
     select $1, c.* from counted_loads c join public.dataset_loads l on l.id = c.load_id where l.dataset = $1`,
    [id],
  );
  await command(client, 'drop table counted_loads');
  if (area) {
    await writeWorking(
      client,
      `insert into public.dataset_served_areas (dataset, area, rows)
       select $1, coalesce(${area}, ''), count(*)
         from ${from} t join public.dataset_loads l on l.id = t.load_id where l.dataset = $1 and ${where} group by 2`,
      [id],
    );
  }
}

/**
 * Corrects the counts by the rows of `keepChanged`. If a load has no row left of its newest day, its rows are searched
 * for the next newest.
 */
async function countChanged(
  client: DbClient,
  { id, served }: Pick<CatalogueEntry, 'id' | 'served'>,
): Promise<void> {
  const { table, where = 'true', newest, area } = served;
  const from = (noted: string) =>
    `from ${table}_${noted} t join public.dataset_loads l on l.id = t.load_id where l.dataset = $1 and ${where}`;
  await writeWorking(
    client,
    `insert into public.dataset_served as d (dataset, load_id, rows, placed, newest_record)
     select $1, load_id, sum(rows), sum(placed), max(newest)
       from (select ${COUNTS(served)} ${from('put')} group by t.load_id
             union all
             select load_id, -rows, -placed, null from (select ${COUNTS(served)} ${from('gone')} group by t.load_id) g) c
      group by load_id
     on conflict (dataset, load_id) do update
       set rows = d.rows + excluded.rows, placed = d.placed + excluded.placed,
           newest_record = greatest(d.newest_record, excluded.newest_record)`,
    [id],
  );
  if (newest) {
    await writeWorking(
      client,
      `update public.dataset_served d
          set newest_record = (select max(${newest}) from ${table} t where t.load_id = d.load_id and ${where})
        where d.dataset = $1 and d.rows > 0
          and case when d.newest_record <= (select max(${newest}) from ${table}_gone t
                                             where t.load_id = d.load_id and ${where})
                   then (select true from ${table} t
                          where t.load_id = d.load_id and ${newest} = d.newest_record and ${where} limit 1) is null
              end`,
      [id],
    );
  }
  await writeWorking(client, 'delete from public.dataset_served where dataset = $1 and rows <= 0', [id]);
  if (!area) return;
  await writeWorking(
    client,
    `insert into public.dataset_served_areas as d (dataset, area, rows)
     select $1, area, sum(rows)
       from (select coalesce(${area}, '') as area, count(*) as rows ${from('put')} group by 1
             union all select coalesce(${area}, ''), -count(*) ${from('gone')} group by 1) c
      group by area
     on conflict (dataset, area) do update set rows = d.rows + excluded.rows`,
    [id],
  );
  await writeWorking(client, 'delete from public.dataset_served_areas where dataset = $1 and rows <= 0', [
    id,
  ]);
}

const SERVED_LOAD = {
  ...columnsOf('dataset_served', ['dataset', 'load_id', 'rows', 'newest_record']),
  ...columnsOf('dataset_loads', ['release']),
  ...required(columnsOf('dataset_loads', ['finished_at'])),
};
export type ServedLoad = RowOf<typeof SERVED_LOAD>;

/** What is served of every dataset, by load. Indexes: primary keys of both tables. */
export const servedLoads = statement({
  name: 'served-loads',
  row: SERVED_LOAD,
  build: () => sql`
    select s.dataset, s.load_id, s.rows, s.newest_record, l.release, l.finished_at
      from dataset_served s join dataset_loads l on l.id = s.load_id
     where l.status = 'published' order by s.dataset, s.load_id`,
});
