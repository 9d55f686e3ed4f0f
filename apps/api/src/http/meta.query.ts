import { columnsOf, namesOf, query, type RowOf, required, sql, statement } from '@domesday/db';

const LATEST_LOAD = {
  ...columnsOf('dataset_loads', ['id', 'dataset', 'content_hash']),
  ...columnsOf('dataset_loads', ['licence', 'attribution']),
  // A published load always has a finish time.
  ...required(columnsOf('dataset_loads', ['finished_at'])),
};
export type LatestLoad = RowOf<typeof LATEST_LOAD>;

/** The newest published load of each dataset, by dataset; reads the index dataset_loads_latest. */
export const latestLoads = statement({
  name: 'latest-loads',
  row: LATEST_LOAD,
  build: () =>
    query
      .selectFrom('dataset_loads')
      .distinctOn('dataset')
      .select(namesOf(LATEST_LOAD))
      .$narrowType<{ finished_at: Date }>()
      .where('status', '=', 'published')
      .orderBy('dataset')
      .orderBy('id', 'desc'),
});

/** Whether the fictional country is loaded; it is never loaded beside real data. */
export const servesFiction = statement({
  name: 'serves-fiction',
  row: { fictional: 'bool' },
  build: () => sql`select exists (select from dataset_loads
    where status = 'published' and starts_with(uri, 'fictional:')) as fictional`,
});

/** The inputs of the last build of each derived table; a table of some thirty rows. */
export const standingBuilds = statement({
  name: 'standing-builds',
  row: columnsOf('derived_builds', ['name', 'inputs']),
  build: () => query.selectFrom('derived_builds').select(['name', 'inputs']).orderBy('name'),
});

/** Rows of the registers of places by nation; some ten rows. */
export const registerRows = statement({
  name: 'register-rows',
  row: columnsOf('dataset_coverage', ['dataset', 'country', 'rows', 'placed']),
  build: () => query.selectFrom('dataset_coverage').select(['dataset', 'country', 'rows', 'placed']),
});
