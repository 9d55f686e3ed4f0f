import { type Db, sql, statement } from '@domesday/db';

/** Held while a start creates the fictional country and the keys, so that a second start does not create them again. */
const START_LOCK = 7_201_091;

const tryLock = statement({
  name: 'try-start-lock',
  row: { taken: 'bool' },
  build: () => sql`select pg_try_advisory_lock(${START_LOCK}) as taken`,
});

const waitForLock = statement({
  name: 'wait-for-start-lock',
  row: { locked: 'void' },
  build: () => sql`select pg_advisory_lock(${START_LOCK}) as locked`,
});

/** Runs `work` while no other start on the same database runs its own; reports if it has to wait. */
export async function oneStartAtATime<T>(
  db: Db,
  tell: (sentence: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const client = await db.connect();
  client.on('error', () => {});
  try {
    if (!(await tryLock.one(client)).taken) {
      tell('waiting for another start over the same database, which prepares it …');
      await waitForLock.run(client);
    }
    return await work();
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}
