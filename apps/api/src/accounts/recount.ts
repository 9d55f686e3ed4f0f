import type { Db } from '@domesday/db';
import type { Attempt } from '../http/failure-log.ts';
import { addDays } from '../statistics/dates.ts';
import { dayOf } from './month.ts';
import { recountDay } from './usage.query.ts';
import { LATENCY_BOUNDS_MS } from './usage.ts';

export interface Recount {
  /** Recounts the days that have ended since the last time; at the first, those of the last week. */
  look(): Promise<void>;
  stop(): void;
}

const LOOK_EVERY_MS = 10 * 60_000;
/** How long after its end the counts of a day may still be written, by a process that could not reach the database. */
const WRITTEN_WITHIN_MS = 3600_000;
const FIRST_DAYS = 7;

/**
 * Adds to the counters of usage what a killed process charged and did not count, by the ledger. Reading usage is right
 * without it, but then it reads a whole month of the ledger, each time.
 */
export function createRecount(db: Db, now: () => Date, attempt: Attempt): Recount {
  let next: string | undefined;
  const look = async (): Promise<void> => {
    const open = dayOf(new Date(now().getTime() - WRITTEN_WITHIN_MS));
    for (next ??= addDays(open, -FIRST_DAYS); next < open; next = addDays(next, 1))
      await recountDay.run(db, { day: next, buckets: LATENCY_BOUNDS_MS.length + 1 });
  };
  const timer = setInterval(() => attempt(look), LOOK_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
