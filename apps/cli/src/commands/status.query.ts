import { columnsOf, sql, statement } from '@domesday/db';
import { INTERRUPTED, LOAD_LOCK, WITHHELD } from '@domesday/loading/record.query';

export { INTERRUPTED };

/**
 * How the newest load of each dataset ended; reads the index dataset_loads_latest. A load recorded as running while no
 * process holds the load lock was interrupted. A published load that read nothing removed the dataset.
 */
export const lastLoads = statement({
  name: 'cli-last-loads',
  row: { ...columnsOf('dataset_loads', ['dataset', 'rows_rejected', 'failure']), status: 'text' },
  build: () => sql`
    select distinct on (dataset) dataset, rows_rejected, failure,
           case when status = 'running' and not exists (
                  select from pg_locks
                   where locktype = 'advisory' and objid = ${LOAD_LOCK} and granted
                     and database = (select oid from pg_database where datname = current_database())
                ) then 'interrupted'
                when status = 'published' and rows_read = 0 then 'removed' else status end as status
      from dataset_loads where content_hash <> ${WITHHELD} order by dataset, id desc`,
});
