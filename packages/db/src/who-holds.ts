import { type Kysely, sql } from 'kysely';
import { createPool, type Db } from './pool.ts';

/** How a migration reports what it waits for. */
export interface HolderReport {
  tell?: (sentence: string) => void;
  look_every_ms?: number;
}

/** A session that holds a lock that the migration waits for, and waits for nothing itself. */
interface Holder {
  /** PostgreSQL process id; 0 stands for a prepared transaction, which belongs to no process. */
  pid: number;
  name: string | null;
  user: string | null;
  /** How long its transaction has been open, seconds; null if this user may not see that. */
  open_s: number | null;
}

const LOOK_EVERY_MS = 5000;
/** After this many checks the same holder is reported again: every minute. */
const REPORT_EVERY = 12;

/**
 * Runs `work` on the only connection of `db`, and reports the sessions it waits for, if two checks in a row find the
 * same ones: a report or a back-up may hold a table for hours. The checks use a separate connection, which the first
 * check opens.
 */
export async function reportingHolders<T>(
  db: Kysely<unknown>,
  databaseUrl: string,
  { tell = console.error, look_every_ms = LOOK_EVERY_MS }: HolderReport,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const beside = createPool(databaseUrl, { max: 1, statement_timeout_ms: 5000 });
  let seen = '';
  let checks = 0;
  let checking: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    const holders = await holdersBefore(beside, rows[0]!.pid).catch(() => []);
    const now = holders.map(({ pid }) => pid).join();
    checks = now === seen ? checks + 1 : 0;
    seen = now;
    if (checks % REPORT_EVERY === 1) for (const holder of holders) tell(sentenceOf(holder));
  };
  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
  }, look_every_ms);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await checking;
    await beside.end();
  }
}

/** The sessions at the head of the queue of locks before process `pid`: ending any other session would not help. */
async function holdersBefore(db: Db, pid: number): Promise<Holder[]> {
  const { rows } = await db.query<Holder>(
    `with recursive held as (
       select unnest(pg_blocking_pids($1)) as pid
       union select unnest(pg_blocking_pids(pid)) from held where pid <> 0
     )
     select pid, coalesce(nullif(application_name, ''), backend_type) as name, usename as user,
            extract(epoch from clock_timestamp() - xact_start)::integer as open_s
       from held left join pg_stat_activity using (pid)
      where pid = 0 or cardinality(pg_blocking_pids(pid)) = 0 order by pid`,
    [pid],
  );
  return rows;
}

function sentenceOf({ pid, name, user, open_s }: Holder): string {
  if (pid === 0)
    return 'The upgrade waits for a prepared transaction, which holds a lock on what it changes: select * from pg_prepared_xacts names it. It goes on by itself once that is committed or rolled back.';
  const holder = [name, user && `user ${user}`].filter(Boolean).join(', ');
  const open = open_s === null ? '' : ` has been open for ${timeOf(open_s)} and`;
  return `The upgrade waits for process ${pid} of PostgreSQL (${holder}), whose transaction${open} holds a lock on what it changes. It goes on by itself once that has ended; to end it: select pg_terminate_backend(${pid})`;
}

function timeOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
