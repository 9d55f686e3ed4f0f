import { json, sql, statement } from '@domesday/db';
import { WITHHELD } from '@domesday/loading/record.query';

/**
 * The newest load of each dataset that read files or removed the dataset, with the source of its file and the number of
 * refused rows.
 */
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
      from dataset_loads where content_hash <> ${WITHHELD} order by dataset, id desc`,
});

/** Why rows of a load were refused, most frequent first, without the content of any row; by primary key. */
export const rejectsOf = statement({
  name: 'portal-rejects',
  parameters: { load_id: 'int8' },
  row: { reasons: json<{ reason: string; rows: number }[]>('jsonb') },
  build: ({ load_id }) => sql`select reject_reasons as reasons from dataset_loads where id = ${load_id}`,
});
