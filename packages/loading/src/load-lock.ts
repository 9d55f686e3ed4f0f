import type { Db, DbClient } from '@domesday/db';
import type { progressOf } from './progress.ts';
import { failAbandonedLoads, releaseLoadLock, takeLoadLock } from './record.query.ts';
import { dropAbandonedStaging } from './staging.query.ts';
import { LoadError } from './types.ts';

/** Only one load runs at a time. It first removes what dead loads left behind. */
export async function withLoadLock<T>(
  db: Db,
  progress: ReturnType<typeof progressOf>,
  work: (client: DbClient) => Promise<T>,
): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    if (!(await takeLoadLock(client, false))) {
      progress.tell({ phase: 'wait' });
      await takeLoadLock(client, true);
    }
    await failAbandonedLoads.run(client);
    await dropAbandonedStaging(client);
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    await releaseLoadLock(client).catch((error: Error) => {
      broken = error;
    });
    // After an error of the connection itself it must not return to the pool.
    client.release(broken instanceof LoadError ? undefined : broken);
  }
}
