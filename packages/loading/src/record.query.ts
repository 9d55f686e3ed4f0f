import { columnsOf, json, listOf, type Queryable, query, type RowOf, sql, statement } from '@domesday/db';
import type { RejectReason } from './rejects.ts';
import type { Check } from './types.ts';

/** Advisory lock that allows one load at a time in a database. The server releases it when the loader dies. */
export const LOAD_LOCK = 7_201_086;

const waitForLock = statement({
  name: 'wait-for-load-lock',
  row: { locked: 'void' },
  build: () => sql`select pg_advisory_lock(${LOAD_LOCK}) as locked`,
});
const tryLock = statement({
  name: 'try-load-lock',
  row: { taken: 'bool' },
  build: () => sql`select pg_try_advisory_lock(${LOAD_LOCK}) as taken`,
});
const lockForTransaction = statement({
  name: 'load-lock-for-transaction',
  row: { locked: 'void' },
  build: () => sql`select pg_advisory_xact_lock(${LOAD_LOCK}) as locked`,
});
const tryForTransaction = statement({
  name: 'try-load-lock-for-transaction',
  row: { taken: 'bool' },
  build: () => sql`select pg_try_advisory_xact_lock(${LOAD_LOCK}) as taken`,
});
const unlock = statement({
  name: 'release-load-lock',
  row: { released: 'bool' },
  build: () => sql`select pg_advisory_unlock(${LOAD_LOCK}) as released`,
});

export async function takeLoadLock(db: Queryable, wait: boolean): Promise<boolean> {
  if (!wait) return (await tryLock.one(db)).taken;
  await waitForLock.run(db);
  return true;
}

/**
 * Waits for the load lock and holds it until the end of the caller's transaction, for a build that reads what a load
 * would replace.
 */
export async function waitForLoadLockOfTransaction(client: Queryable): Promise<void> {
  await lockForTransaction.run(client);
}

export async function tryLoadLockForTransaction(client: Queryable): Promise<boolean> {
  return (await tryForTransaction.one(client)).taken;
}

export async function releaseLoadLock(db: Queryable): Promise<void> {
  await unlock.run(db);
}

/** The recorded failure of a load whose process ended before it was published. */
export const INTERRUPTED = 'The load was interrupted. Run it again.';

/**
 * Marks loads of dead processes, which are still recorded as running, as failed. Call only while holding the load
 * lock.
 */
export const failAbandonedLoads = statement({
  name: 'fail-abandoned-loads',
  build: () =>
    query
      .updateTable('dataset_loads')
      .set({ status: 'failed', failure: INTERRUPTED, finished_at: sql<Date>`now()` })
      .where('status', '=', 'running'),
});

const PUBLISHED = {
  ...columnsOf('dataset_loads', ['id', 'content_hash', 'release', 'newest_record', 'rows_read']),
  ...columnsOf('dataset_loads', ['rows_published', 'rows_rejected']),
  reject_reasons: json<RejectReason[]>('jsonb'),
  checks: json<Check[]>('jsonb'),
};
export type PublishedLoad = RowOf<typeof PUBLISHED>;
const STANDING = { ...PUBLISHED, newer_loads: 'int8' } as const;

/**
 * The published load of this content that still counts: for a snapshot dataset only the latest load, otherwise any load
 * since the last one that replaced everything. `newer_loads` is the number of later loads. Index: dataset_loads_latest
 * (dataset, id desc).
 */
export const standingLoad = statement({
  name: 'standing-load',
  parameters: { dataset: 'text', content_hash: 'text', snapshot: 'bool' },
  row: STANDING,
  build: ({ dataset, content_hash, snapshot }) => sql`
    select ${listOf(PUBLISHED)},
           (select count(*) from dataset_loads newer
             where newer.dataset = ${dataset} and newer.status = 'published' and newer.id > dataset_loads.id
           ) as newer_loads
      from dataset_loads
     where dataset = ${dataset} and status = 'published' and content_hash = ${content_hash}
       and id >= coalesce((select max(id) from dataset_loads
                            where dataset = ${dataset} and status = 'published' and (${snapshot} or replaced)), 0)
     order by id desc limit 1`,
});

/** Stands for the address and the hash of a load that withheld rows. */
export const WITHHELD = 'withheld';

/**
 * The newest published load of a dataset that read files or removed the dataset, with the rows that it read and
 * refused. Index: dataset_loads_latest.
 */
export const lastRead = statement({
  name: 'last-read',
  parameters: { dataset: 'text' },
  row: columnsOf('dataset_loads', ['id', 'rows_read', 'rows_rejected']),
  build: ({ dataset }) => sql`
    select id, rows_read, rows_rejected from dataset_loads
     where dataset = ${dataset} and status = 'published' and content_hash <> ${WITHHELD} order by id desc limit 1`,
});

/** Sets the release of a load, and the attribution with the year of that release. */
export const nameRelease = statement({
  name: 'name-release-of-load',
  parameters: { id: 'int8', release: 'text', attribution: 'text' },
  build: ({ id, release, attribution }) => sql`
    update dataset_loads set release = ${release}, attribution = ${attribution} where id = ${id}`,
});

/** The attribution of the newest published load of a dataset. Index: dataset_loads_latest. */
export const lastAttribution = statement({
  name: 'last-attribution',
  parameters: { dataset: 'text' },
  row: columnsOf('dataset_loads', ['attribution']),
  build: ({ dataset }) => sql`
    select attribution from dataset_loads where dataset = ${dataset} and status = 'published' order by id desc limit 1`,
});

/** Records that a load replaces everything although the operator did not say so, because its file is complete. */
export const markReplaced = statement({
  name: 'mark-load-replaced',
  parameters: { id: 'int8' },
  build: ({ id }) => sql`update dataset_loads set replaced = true where id = ${id}`,
});

/** Begins a load and returns its id. */
export const openLoad = statement({
  name: 'open-load',
  parameters: columnsOf('dataset_loads', [
    'dataset',
    'uri',
    'content_hash',
    'licence',
    'attribution',
    'replaced',
  ]),
  row: columnsOf('dataset_loads', ['id']),
  build: (load) =>
    query
      .insertInto('dataset_loads')
      .values({ ...load, status: 'running', started_at: sql<Date>`now()` })
      .returning('id'),
});

export interface Outcome {
  release: string | null;
  newest_record: string | null;
  rows_read: number;
  rows_published: number;
  rows_rejected: number;
  stated_rows: number | null;
  reject_reasons: RejectReason[];
  checks: Check[];
}

/** Lists as JSON text for jsonb columns. */
function asText({ reject_reasons, checks }: Pick<Outcome, 'reject_reasons' | 'checks'>) {
  return { reject_reasons: JSON.stringify(reject_reasons), checks: JSON.stringify(checks) };
}

const publishedLoad = statement({
  name: 'record-published',
  parameters: {
    load_id: 'int8',
    ...columnsOf('dataset_loads', ['release', 'newest_record', 'rows_read', 'rows_published']),
    ...columnsOf('dataset_loads', ['rows_rejected', 'stated_rows', 'reject_reasons', 'checks']),
  },
  build: ({ load_id, ...outcome }) =>
    query
      .updateTable('dataset_loads')
      .set({ ...outcome, status: 'published', finished_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', load_id),
});

export async function recordPublished(db: Queryable, load_id: number, outcome: Outcome): Promise<void> {
  await publishedLoad.run(db, { load_id, ...outcome, ...asText(outcome) });
}

const failedLoad = statement({
  name: 'record-failed',
  parameters: {
    load_id: 'int8',
    ...columnsOf('dataset_loads', ['failure', 'rows_read', 'rows_rejected', 'reject_reasons', 'checks']),
  },
  build: ({ load_id, ...outcome }) =>
    query
      .updateTable('dataset_loads')
      .set({ ...outcome, status: 'failed', finished_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', load_id)
      // If only the answer to the commit was lost, the load is already published and stays so.
      .where('status', '=', 'running'),
});

export async function recordFailed(
  db: Queryable,
  load_id: number,
  failure: string,
  outcome: Pick<Outcome, 'rows_read' | 'rows_rejected' | 'reject_reasons' | 'checks'>,
): Promise<void> {
  await failedLoad.run(db, { load_id, failure, ...outcome, ...asText(outcome) });
}

export interface Reject {
  file: string;
  line: number;
  reason: string;
  raw: string;
}

const rejectRows = statement({
  name: 'insert-rejects',
  parameters: { load_id: 'int8', files: '_text', lines: '_int8', reasons: '_text', raws: '_text' },
  build: (v) => sql`
    insert into dataset_rejects (load_id, file, line, reason, raw)
    select ${v.load_id}, r.file, r.line, r.reason, r.raw
      from unnest(${v.files}::text[], ${v.lines}::bigint[], ${v.reasons}::text[], ${v.raws}::text[])
        as r (file, line, reason, raw)
    on conflict do nothing`,
});

/** Stores refused rows. A line is stored once, with the first reason found. */
export async function insertRejects(db: Queryable, load_id: number, rejects: Reject[]): Promise<void> {
  await rejectRows.run(db, {
    load_id,
    files: rejects.map((r) => r.file),
    lines: rejects.map((r) => r.line),
    reasons: rejects.map((r) => r.reason),
    raws: rejects.map((r) => r.raw),
  });
}
