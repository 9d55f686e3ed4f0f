import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type DbClient, sql, statement } from '@domesday/db';
import { lockHolder, nameHolder, type OnWait, reportingHolder, unnameHolder } from './lock-holder.ts';
import { LoadError } from './types.ts';

/** Advisory lock that is held while a process fetches from publishers: two at once would write the same download. */
const FETCH_LOCK = 7_201_087;
/** Together with the interval, three seconds. */
const LOCK_TRIES = 12;
const LOCK_TRIED_EVERY_MS = 250;

const tryLock = statement({
  name: 'try-fetch-lock',
  row: { taken: 'bool' },
  build: () => sql`select pg_try_advisory_lock(${FETCH_LOCK}) as taken`,
});

const unlock = statement({
  name: 'release-fetch-lock',
  row: { released: 'bool' },
  build: () => sql`select pg_advisory_unlock(${FETCH_LOCK}) as released`,
});

/**
 * Advisory lock for one address, with a number made from that address. Held from the download until the file is read,
 * and perhaps removed.
 */
const ADDRESS_LOCK = 7_201_088;

const tryAddress = statement({
  name: 'try-address-lock',
  row: { taken: 'bool' },
  parameters: { number: 'int4' },
  build: ({ number }) => sql`select pg_try_advisory_lock(${ADDRESS_LOCK}, ${number}) as taken`,
});

const waitForAddress = statement({
  name: 'wait-for-address-lock',
  row: { locked: 'void' },
  parameters: { number: 'int4' },
  build: ({ number }) => sql`select pg_advisory_lock(${ADDRESS_LOCK}, ${number}) as locked`,
});

export interface AddressLocks {
  /**
   * Aborted when the connection that holds the locks breaks: other processes can then take them. The reason is a
   * `LoadError`.
   */
  lost: AbortSignal;
  /** Releases the locks. The database server does so for a process that dies. */
  release(): void;
}

/** Nothing is locked. */
export const NOTHING_LOCKED: AddressLocks = { lost: new AbortController().signal, release: () => {} };

/** Waits until no other process downloads, reads or removes the files of these addresses. */
export async function holdAddresses(
  db: Db,
  addresses: readonly string[],
  { what, onWait = () => {} }: { what: string; onWait?: OnWait | undefined },
): Promise<AddressLocks> {
  if (addresses.length === 0) return NOTHING_LOCKED;
  const client = await db.connect();
  const lost = new AbortController();
  client.once('error', (error) => lost.abort(lockLost(error)));
  // The locks end with the connection.
  const release = (): void => client.release(true);
  const numbers = addresses.map((one) => createHash('sha256').update(one).digest().readInt32BE(0));
  try {
    // Every process locks in the same order, so that no two wait for each other.
    await nameHolder(client, what);
    for (const number of numbers.sort((a, b) => a - b))
      if (!(await tryAddress.one(client, { number })).taken)
        await reportingHolder(db, [ADDRESS_LOCK, number], onWait, () =>
          waitForAddress.run(client, { number }),
        );
  } catch (error) {
    release();
    throw error;
  }
  return { lost: lost.signal, release };
}

function lockLost({ message }: Error): LoadError {
  const sentence = `The database connection that kept other processes from the same download broke (${message}). Run the command again.`;
  return new LoadError('download', sentence);
}

/** Tries for three seconds: on a busy machine the server takes some moments to free the lock of a killed process. */
async function takesLock(client: DbClient): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    if ((await tryLock.one(client)).taken) return true;
    if (tries === LOCK_TRIES) return false;
    await sleep(LOCK_TRIED_EVERY_MS);
  }
}

/**
 * Runs `work` while no other process fetches. Throws if another process is fetching. The signal is aborted when the
 * lock is lost.
 */
export async function whileFetching<T>(db: Db, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const client: DbClient = await db.connect();
  const lost = new AbortController();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
    lost.abort(lockLost(error));
  };
  client.on('error', onError);
  try {
    if (!(await takesLock(client))) {
      const holder = await lockHolder(db, [FETCH_LOCK]);
      const which = holder ? ` (${holder})` : '';
      throw new Error(`Another process of this service is fetching${which}; try again when it has ended.`);
    }
    await nameHolder(client, 'fetch');
    try {
      return await work(lost.signal);
    } finally {
      await unlock
        .run(client)
        .then(() => unnameHolder(client))
        .catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
