import { type Db, sql, statement } from '@domesday/db';

/** Held while a start makes the fictional country and the keys: another would make them a second time. */
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

/** Does the work while no other start over the same database does its own; says so if it waits. */
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
