import type { Db } from '@domesday/db';
import type { Attempt } from '../http/health/failure-log.ts';
import { addDays } from '../statistics/dates.ts';
import { dayOf, monthOf } from './month.ts';
import { recountDay } from './usage.query.ts';
import { LATENCY_BOUNDS_MS } from './usage.ts';

export interface Recount {
  /** Recounts the days that have ended since the last time; at the first, those of the last week. */
  look(): Promise<void>;
  /** Recounts months that a reader found counted wrongly, up to the open day: each once until the next look. */
  months(firsts: readonly string[]): Promise<void>;
  stop(): void;
}

const LOOK_EVERY_MS = 10 * 60_000;
/** How long after its end the counts of a day may still be written, by a process that could not reach the database. */
const WRITTEN_WITHIN_MS = 3600_000;
const FIRST_DAYS = 7;

/** The first day whose counts may still be written, so that the ledger alone tells of it. */
export const openDay = (now: Date) => dayOf(new Date(now.getTime() - WRITTEN_WITHIN_MS));

/**
 * Adds to the counters of usage what a killed process charged and did not count, by the ledger. Reading usage is right
 * without it, but then it reads a whole month of the ledger, each time: millions of charges take longer than a
 * statement may.
 */
export function createRecount(db: Db, now: () => Date, attempt: Attempt): Recount {
  let next: string | undefined;
  const recounted = new Map<string, Promise<void>>();
  const recount = (day: string) => recountDay.run(db, { day, buckets: LATENCY_BOUNDS_MS.length + 1 });
  const look = async (): Promise<void> => {
    recounted.clear();
    const open = openDay(now());
    for (next ??= addDays(open, -FIRST_DAYS); next < open; next = addDays(next, 1)) await recount(next);
  };
  const month = async (first: string): Promise<void> => {
    const open = openDay(now());
    for (let day = first; day < open && monthOf(new Date(day)) === first; day = addDays(day, 1))
      await recount(day);
  };
  const timer = setInterval(() => attempt(look), LOOK_EVERY_MS);
  timer.unref();
  return {
    look,
    months: async (firsts) => {
      for (const first of firsts) {
        if (!recounted.has(first))
          recounted.set(
            first,
            attempt(() => month(first)),
          );
        await recounted.get(first);
      }
    },
    stop: () => clearInterval(timer),
  };
}
