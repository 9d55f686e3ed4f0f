import { type Db, databaseTime } from '@domesday/db';
import type { Clock } from './handler.ts';

const ASK_EVERY_MS = 10_000;
/** A reading that took longer is too imprecise. */
const LONGEST_TRIP_MS = 500;

interface DatabaseClock extends Clock {
  stop(): void;
}

/**
 * The time of the database, so that all processes agree when a month ends, whatever their machines' clocks say.
 * Between two readings it advances by this process's monotonic clock, which setting a clock does not change. `node` is
 * used until the database has answered once.
 */
export async function createDatabaseClock(
  db: Db,
  node: Clock = { now: () => new Date() },
): Promise<DatabaseClock> {
  let ahead_ms = node.now().getTime() - performance.now();
  let told = false;
  const ask = async (): Promise<void> => {
    const sent_ms = performance.now();
    const answer = await databaseTime(db).catch(() => null);
    const trip_ms = performance.now() - sent_ms;
    if (!answer || (told && trip_ms > LONGEST_TRIP_MS)) return;
    ahead_ms = answer.getTime() - (sent_ms + trip_ms / 2);
    told = true;
  };
  await ask();
  const timer = setInterval(ask, ASK_EVERY_MS).unref();
  return {
    now: () => new Date(ahead_ms + performance.now()),
    stop: () => clearInterval(timer),
  };
}
