import { createHash } from 'node:crypto';
import { columnsOf, namesOf, query, type RowOf, required, sql, statement } from '@domesday/db';

const LATEST_LOAD = {
  ...columnsOf('dataset_loads', ['id', 'dataset', 'content_hash']),
  ...columnsOf('dataset_loads', ['licence', 'attribution']),
  // A published load always has a finish time.
  ...required(columnsOf('dataset_loads', ['finished_at'])),
};
export type LatestLoad = RowOf<typeof LATEST_LOAD>;

/** The newest published load of each dataset, in order of dataset. Index: dataset_loads_latest. */
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

const STANDING = columnsOf('derived_builds', ['name', 'inputs', 'built_at']);

/** The inputs and the time of the last build of each derived table. The table has some thirty rows. */
export const standingBuilds = statement({
  name: 'standing-builds',
  row: STANDING,
  build: () => sql`select name, inputs, built_at from derived_builds order by name collate "C"`,
});

/** The name of the served data, a hash. It changes with every load, and again when derived tables are built. */
export function releaseName(
  loads: readonly Pick<LatestLoad, 'dataset' | 'id' | 'content_hash'>[],
  builds: readonly Pick<RowOf<typeof STANDING>, 'name' | 'inputs'>[],
): string {
  const hash = createHash('sha256');
  for (const load of loads) hash.update(`${load.dataset} ${load.id} ${load.content_hash}\n`);
  for (const { name, inputs } of builds) hash.update(`${name} ${inputs}\n`);
  return hash.digest('hex').slice(0, 12);
}
