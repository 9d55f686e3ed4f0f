import type { Db } from '@domesday/db';
import { nameHolder, type OnWait, tellingWhom, unnameHolder } from '@domesday/loading/lock-holder';
import { FIT_LOCK, releaseFitLock, tryFitLock, waitForFitLock } from './fit-lock.query.ts';

/**
 * Fits while no other build does: two would fit the same areas, and the one that publishes first deletes what the other
 * has kept. Loads go on meanwhile.
 */
export async function withFitLock<T>(db: Db, onWait: OnWait, work: () => Promise<T>): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    if (!(await tryFitLock.one(client)).taken)
      await tellingWhom(db, [FIT_LOCK], onWait, () => waitForFitLock.run(client));
    await nameHolder(client, 'build');
    return await work();
  } finally {
    await releaseFitLock
      .run(client)
      .then(() => unnameHolder(client))
      .catch((error: Error) => {
        broken = error;
      });
    client.release(broken);
  }
}
