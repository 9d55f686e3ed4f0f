import { randomUUID } from 'node:crypto';
import { type Db, SHORT_WAIT_MS, sql, statement } from '@domesday/db';

/** Records that a process is running and counts the others seen in the last ten seconds; primary key. */
const seen = statement({
  name: 'process-seen',
  parameters: { id: 'uuid' },
  row: { others: 'int4' },
  wait_ms: SHORT_WAIT_MS,
  build: ({ id }) => sql`
    with gone as (
      delete from api_processes where seen_at < now() - interval '1 minute'
    ), here as (
      insert into api_processes (id, seen_at) values (${id}, now())
      on conflict (id) do update set seen_at = excluded.seen_at
    )
    select count(*)::integer as others from api_processes
    where id <> ${id} and seen_at >= now() - interval '10 seconds'`,
});

/** Returns a function that records in the database that this process runs, and returns how many processes run. */
export function createProcessCounter(db: Db): () => Promise<number> {
  const id = randomUUID();
  return async () => (await seen.one(db, { id })).others + 1;
}
