import { columnsOf, sql, statement } from '@domesday/db';

/** How the newest load of each dataset ended; reads the index dataset_loads_latest. */
export const lastLoads = statement({
  name: 'cli-last-loads',
  row: columnsOf('dataset_loads', ['dataset', 'status', 'rows_rejected']),
  build: () => sql`
    select distinct on (dataset) dataset, status, rows_rejected from dataset_loads order by dataset, id desc`,
});
