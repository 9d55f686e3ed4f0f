import { statement } from '@domesday/db';
import { sql } from 'kysely';

/** The newest load of each dataset: where its file came from and how many rows it refused. */
export const newestLoads = statement({
  name: 'portal-newest-loads',
  row: {
    id: 'int8',
    dataset: 'text',
    status: 'text',
    uri: 'text',
    rows_rejected: 'int8',
    finished_at: 'timestamptz?',
    failure: 'text?',
  },
  build: () => sql`
    select distinct on (dataset) id, dataset, status, uri, coalesce(rows_rejected, 0)::bigint as rows_rejected, finished_at, failure
      from dataset_loads order by dataset, id desc`,
});

/** Why rows of a load were refused, most frequent first, with one line of each; primary key of dataset_rejects. */
export const rejectsOf = statement({
  name: 'portal-rejects',
  parameters: { load_id: 'int8' },
  row: { reason: 'text', rows: 'int8', file: 'text', line: 'int8' },
  build: ({ load_id }) => sql`
    select reason, count(*) as rows, min(file) as file, min(line) as line
      from dataset_rejects where load_id = ${load_id} group by reason order by rows desc, reason limit 50`,
});
