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
