import { createHash } from 'node:crypto';
import { type Db, type DbClient, sql, statement } from '@domesday/db';

/** Held while the product fetches from publishers: two at once would write the same download. */
const FETCH_LOCK = 7_201_087;

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

/** With a number of each address: held from its download until what came is read, and perhaps removed. */
const ADDRESS_LOCK = 7_201_088;

const waitForAddress = statement({
  name: 'wait-for-address-lock',
  row: { locked: 'void' },
  parameters: { number: 'int4' },
  build: ({ number }) => sql`select pg_advisory_lock(${ADDRESS_LOCK}, ${number}) as locked`,
});

/**
 * Waits until no other process downloads, reads or removes the files of these addresses. Returns what lets others in; the
 * server does it for a process that dies.
 */
export async function holdAddresses(db: Db, addresses: readonly string[]): Promise<() => void> {
  if (addresses.length === 0) return () => {};
  const client = await db.connect();
  // The locks end with the connection.
  const release = (): void => client.release(true);
  const numbers = addresses.map((one) => createHash('sha256').update(one).digest().readInt32BE(0));
  try {
    // In one order for all, so that no two wait for each other.
    for (const number of numbers.sort((a, b) => a - b)) await waitForAddress.run(client, { number });
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Does the work while no other process fetches. Throws a sentence if one does; the server frees the lock of a dead one. */
export async function whileFetching<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const client: DbClient = await db.connect();
  let broken: Error | undefined;
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  try {
    if (!(await tryLock.one(client)).taken)
      throw new Error('Another process of this service is fetching; try again when it has ended.');
    try {
      return await work();
    } finally {
      await unlock.run(client).catch(lost);
    }
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
