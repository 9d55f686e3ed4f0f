import { columnsOf, type Db, sql, statement } from '@domesday/db';
import { KEPT_DAYS } from './jobs.query.ts';

/** Jobs deleted together. */
const JOBS_AT_ONCE = 100;
/**
 * Portions of results deleted with one statement. Deleting all of a large job exceeds the time limit of a statement.
 */
const PORTIONS_AT_ONCE = 200;

/** Deletes some results of jobs; skips rows that another process is deleting. Primary key. */
const deleteResults = statement({
  name: 'delete-some-job-results',
  parameters: { ids: '_uuid', limit: 'int8' },
  build: (v) => sql`
    with chosen as materialized (
      select job_id, portion from job_results where job_id = any (${v.ids}) limit ${v.limit} for update skip locked)
    delete from job_results r using chosen c where r.job_id = c.job_id and r.portion = c.portion`,
});

const deleteAll = statement({
  name: 'delete-jobs',
  parameters: { ids: '_uuid' },
  build: (v) => sql`delete from jobs where id = any (${v.ids})`,
});

/** Jobs past the days that they are kept; index jobs_finished. */
const oldJobs = statement({
  name: 'old-jobs',
  parameters: { at: 'timestamptz', limit: 'int8' },
  row: columnsOf('jobs', ['id']),
  build: (v) => sql`
    select id from jobs where finished_at <= ${v.at}::timestamptz - make_interval(days => ${KEPT_DAYS}::int)
     limit ${v.limit}`,
});

/**
 * Deletes one job whose inputs stopped arriving, with up to 100 MB of inputs: all such jobs together could exceed the
 * time limit of a statement. Skips a job that another process is deleting. Index jobs_receiving.
 */
const deleteAbandoned = statement({
  name: 'delete-an-abandoned-job',
  parameters: { at: 'timestamptz' },
  build: (v) => sql`
    delete from jobs where id = any (array(
      select id from jobs where state = 'receiving' and run_at < ${v.at}::timestamptz - interval '1 hour'
       limit 1 for update skip locked))`,
});

/** Deletes finished jobs, their results first. Returns false if `stopped` became true before the end. */
export async function deleteJobs(db: Db, ids: string[], stopped = () => false): Promise<boolean> {
  do {
    if (stopped()) return false;
  } while ((await deleteResults.run(db, { ids, limit: PORTIONS_AT_ONCE })) > 0);
  await deleteAll.run(db, { ids });
  return true;
}

/** Deletes jobs past the days that they are kept, and jobs whose inputs stopped arriving, until `stopped` is true. */
export async function deleteOldJobs(db: Db, at: Date, stopped = () => false): Promise<void> {
  while (!stopped() && (await deleteAbandoned.run(db, { at })) > 0);
  for (;;) {
    const old = await oldJobs.rows(db, { at, limit: JOBS_AT_ONCE });
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    if (!(await deleteJobs(db, ids, stopped))) return;
  }
}
