import type { Db } from '@domesday/db';
import { nameHolder, type OnWait, reportingHolder, unnameHolder } from '@domesday/loading/lock-holder';
import { FIT_LOCK, releaseFitLock, tryFitLock, waitForFitLock } from './fit-lock.query.ts';

/**
 * Runs `work` while holding the fit lock. Two builds at once would fit the same areas, and the first to publish would
 * delete the fitted areas that the other has stored. Loads are not blocked.
 */
export async function withFitLock<T>(db: Db, onWait: OnWait, work: () => Promise<T>): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    if (!(await tryFitLock.one(client)).taken)
      await reportingHolder(db, [FIT_LOCK], onWait, () => waitForFitLock.run(client));
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
