import type { Queryable } from '@domesday/db';
import type { Check } from './types.ts';

/** One load at a time in a database; released by the server itself when the loader dies. */
export const LOAD_LOCK = 7_201_086;

export async function takeLoadLock(db: Queryable, wait: boolean): Promise<boolean> {
  if (wait) {
    await db.query('select pg_advisory_lock($1)', [LOAD_LOCK]);
    return true;
  }
  const { rows } = await db.query('select pg_try_advisory_lock($1) as taken', [LOAD_LOCK]);
  return rows[0].taken;
}

/** The same until the caller's transaction ends, for a build that reads what a load would replace. */
export async function takeLoadLockForTransaction(client: Queryable): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOAD_LOCK]);
}

export async function releaseLoadLock(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_unlock($1)', [LOAD_LOCK]);
}

/** Loads that a dead process left as running. Call only while holding the load lock. */
export async function failAbandonedLoads(db: Queryable): Promise<void> {
  await db.query(
    `update dataset_loads set status = 'failed', failure = 'The load was interrupted.', finished_at = now()
      where status = 'running'`,
  );
}

export interface PublishedLoad {
  id: number;
  content_hash: string;
  release: string | null;
  newest_record: string | null;
  rows_read: number;
  rows_published: number;
  rows_rejected: number;
  checks: Check[];
}

const PUBLISHED = `id, content_hash, release, newest_record, rows_read, rows_published, rows_rejected, checks`;

/**
 * The published load of this content that still counts: the latest of a snapshot dataset, or any since the
 * last load that replaced everything. Index: dataset_loads_latest (dataset, id desc).
 */
export async function standingLoad(
  db: Queryable,
  dataset: string,
  content_hash: string,
  snapshot: boolean,
): Promise<PublishedLoad | null> {
  const { rows } = await db.query<PublishedLoad>(
    `select ${PUBLISHED} from dataset_loads
      where dataset = $1 and status = 'published' and content_hash = $2
        and id >= coalesce((select max(id) from dataset_loads
                             where dataset = $1 and status = 'published' and ($3 or replaced)), 0)
      order by id desc limit 1`,
    [dataset, content_hash, snapshot],
  );
  return rows[0] ?? null;
}

export interface NewLoad {
  dataset: string;
  uri: string;
  content_hash: string;
  licence: string;
  attribution: string;
  replaced: boolean;
}

export async function openLoad(db: Queryable, load: NewLoad): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, replaced, started_at)
     values ($1, 'running', $2, $3, $4, $5, $6, now()) returning id`,
    [load.dataset, load.uri, load.content_hash, load.licence, load.attribution, load.replaced],
  );
  return rows[0]!.id;
}

export interface Outcome {
  release: string | null;
  newest_record: string | null;
  rows_read: number;
  rows_published: number;
  rows_rejected: number;
  checks: Check[];
}

export async function recordPublished(db: Queryable, load_id: number, outcome: Outcome): Promise<void> {
  await db.query(
    `update dataset_loads set status = 'published', release = $2, newest_record = $3, rows_read = $4,
            rows_published = $5, rows_rejected = $6, checks = $7, finished_at = clock_timestamp()
      where id = $1`,
    [
      load_id,
      outcome.release,
      outcome.newest_record,
      outcome.rows_read,
      outcome.rows_published,
      outcome.rows_rejected,
      JSON.stringify(outcome.checks),
    ],
  );
}

export async function recordFailed(
  db: Queryable,
  load_id: number,
  failure: string,
  outcome: Pick<Outcome, 'rows_read' | 'rows_rejected' | 'checks'>,
): Promise<void> {
  await db.query(
    `update dataset_loads set status = 'failed', failure = $2, rows_read = $3, rows_rejected = $4, checks = $5,
            finished_at = clock_timestamp() where id = $1`,
    [load_id, failure, outcome.rows_read, outcome.rows_rejected, JSON.stringify(outcome.checks)],
  );
}

export interface Reject {
  file: string;
  line: number;
  reason: string;
  raw: string;
}

/** A line is refused once, for the first reason found. */
export async function insertRejects(db: Queryable, load_id: number, rejects: Reject[]): Promise<void> {
  await db.query(
    `insert into dataset_rejects (load_id, file, line, reason, raw)
     select $1, r.file, r.line, r.reason, r.raw
       from unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) as r (file, line, reason, raw)
     on conflict do nothing`,
    [
      load_id,
      rejects.map((r) => r.file),
      rejects.map((r) => r.line),
      rejects.map((r) => r.reason),
      rejects.map((r) => r.raw),
    ],
  );
}
