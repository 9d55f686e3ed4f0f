import { hostname } from 'node:os';
import { command, type Db, type DbClient } from '@domesday/db';
import { holderOfLock, nameConnection } from './lock-holder.query.ts';

const LOOK_EVERY_MS = 5000;
/** Looks after which the same holder is told once more: every minute. */
const TOLD_EVERY = 12;

/**
 * Told who is waited for: a command and its process, null where that is not known. Again every minute, and of the next.
 */
export type OnWait = (holder: string | null) => void;

/** The numbers of an advisory lock. */
export type LockNumbers = readonly [first: number, second?: number];

/** Says to those that wait what has a lock and in which process. `local`: until the transaction ends. */
export async function nameHolder(client: DbClient, what: string, local = false): Promise<void> {
  // The server keeps 63 bytes: what it cuts is of the machine.
  await nameConnection.run(client, {
    name: `domesday ${what}, process ${process.pid} on ${hostname()}`,
    local,
  });
}

/** Gives the connection the name that it had at first. */
export async function unnameHolder(client: DbClient): Promise<void> {
  await command(client, 'set application_name to default');
}

/** Who has a lock, as named above; null if nobody has it any more. */
export async function lockHolder(db: Db, [first, second]: LockNumbers): Promise<string | null> {
  return (await holderOfLock.first(db, { first, second: second ?? null }).catch(() => null))?.name ?? null;
}

/** Waits, and tells for whom: one that is stopped or hangs would else hold all others up in silence. */
export async function tellingWhom<T>(
  db: Db,
  lock: LockNumbers,
  onWait: OnWait,
  wait: () => Promise<T>,
): Promise<T> {
  let told: string | null | undefined;
  let looks = 0;
  let over = false;
  const look = async (): Promise<void> => {
    const holder = await lockHolder(db, lock);
    if (over || (holder === told && ++looks < TOLD_EVERY)) return;
    looks = 0;
    told = holder;
    onWait(holder);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  // Not awaited: it needs a connection of its own, and those that wait may have them all.
  void look();
  try {
    return await wait();
  } finally {
    over = true;
    clearInterval(timer);
  }
}
