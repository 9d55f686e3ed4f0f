import { hostname } from 'node:os';
import { command, type Db, type DbClient } from '@domesday/db';
import { holderOfLock, nameConnection } from './lock-holder.query.ts';

const LOOK_EVERY_MS = 5000;
/** After this many checks the same holder is reported again: every minute. */
const REPORT_EVERY = 12;

/**
 * Called with the holder of the lock, as command and process; null if not known. Called again every minute, and when
 * the holder changes.
 */
export type OnWait = (holder: string | null) => void;

/** The numbers of an advisory lock. */
export type LockNumbers = readonly [first: number, second?: number];

/**
 * Names the connection after its work and process, so that processes that wait for a lock can report the holder.
 * `local`: only until the transaction ends.
 */
export async function nameHolder(client: DbClient, what: string, local = false): Promise<void> {
  // The server cuts the name at 63 bytes, so the machine comes last.
  await nameConnection.run(client, {
    name: `domesday ${what}, process ${process.pid} on ${hostname()}`,
    local,
  });
}

/** Resets the name of the connection. */
export async function unnameHolder(client: DbClient): Promise<void> {
  await command(client, 'set application_name to default');
}

/** The holder of a lock, as `nameHolder` named it; null if nobody holds it or the query fails. */
export async function lockHolder(db: Db, [first, second]: LockNumbers): Promise<string | null> {
  return (await holderOfLock.first(db, { first, second: second ?? null }).catch(() => null))?.name ?? null;
}

/** Waits for a lock and reports its holder: a stopped or hanging holder would otherwise block all others in silence. */
export async function reportingHolder<T>(
  db: Db,
  lock: LockNumbers,
  onWait: OnWait,
  wait: () => Promise<T>,
): Promise<T> {
  let reported: string | null | undefined;
  let checks = 0;
  let ended = false;
  const check = async (): Promise<void> => {
    const holder = await lockHolder(db, lock);
    if (ended || (holder === reported && ++checks < REPORT_EVERY)) return;
    checks = 0;
    reported = holder;
    onWait(holder);
  };
  const timer = setInterval(check, LOOK_EVERY_MS);
  // Not awaited: it needs another connection, and waiting callers may hold all of the pool.
  void check();
  try {
    return await wait();
  } finally {
    ended = true;
    clearInterval(timer);
  }
}
