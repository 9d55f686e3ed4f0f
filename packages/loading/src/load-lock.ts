import type { Db, DbClient } from '@domesday/db';
import { nameHolder, type OnWait, reportingHolder, unnameHolder } from './lock-holder.ts';
import type { progressOf } from './progress.ts';
import {
  failAbandonedLoads,
  LOAD_LOCK,
  releaseLoadLock,
  takeLoadLock,
  tryLoadLockForTransaction,
  waitForLoadLockOfTransaction,
} from './record.query.ts';
import { forgetOldRejects } from './rejects.query.ts';
import { dropAbandonedStaging } from './staging.query.ts';
import { LoadError } from './types.ts';

/**
 * Runs `work` under the load lock: only one load runs at a time. First removes what dead and old loads left behind.
 * `what` names the work to processes that wait for the lock.
 */
export async function withLoadLock<T>(
  db: Db,
  progress: ReturnType<typeof progressOf>,
  what: string,
  work: (client: DbClient) => Promise<T>,
): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    if (!(await takeLoadLock(client, false))) {
      const onWait: OnWait = (waits_for) => progress.tell({ phase: 'wait', waits_for });
      await reportingHolder(db, [LOAD_LOCK], onWait, () => takeLoadLock(client, true));
    }
    await nameHolder(client, what);
    await failAbandonedLoads.run(client);
    await forgetOldRejects.run(client);
    await dropAbandonedStaging(client);
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    await releaseLoadLock(client)
      .then(() => unnameHolder(client))
      .catch((error: Error) => {
        broken = error;
      });
    // After an error of the connection itself, the connection must not return to the pool.
    client.release(broken instanceof LoadError ? undefined : broken);
  }
}

/** Takes the load lock until the end of the caller's transaction, for a build that reads what a load would replace. */
export async function takeLoadLockForTransaction(
  db: Db,
  client: DbClient,
  { what, onWait = () => {} }: { what: string; onWait?: OnWait | undefined },
): Promise<void> {
  if (!(await tryLoadLockForTransaction(client)))
    await reportingHolder(db, [LOAD_LOCK], onWait, () => waitForLoadLockOfTransaction(client));
  await nameHolder(client, what, true);
}
