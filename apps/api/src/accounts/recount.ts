import type { Db } from '@domesday/db';
import type { Attempt } from '../http/health/failure-log.ts';
import { addDays } from '../statistics/dates.ts';
import { dayOf, monthOf } from './month.ts';
import { recountDay } from './usage.query.ts';
import { LATENCY_BOUNDS_MS } from './usage.ts';

export interface Recount {
  /** Recounts the days that have ended since the last recount. The first call recounts the last week. */
  look(): Promise<void>;
  /**
   * Recounts months whose counters a reader found wrong, up to the first open day. Each month once between two looks.
   */
  months(firsts: readonly string[]): Promise<void>;
  stop(): void;
}

const LOOK_EVERY_MS = 10 * 60_000;
/** For this long after its end, a process that could not reach the database may still write the counts of a day. */
const WRITTEN_WITHIN_MS = 3600_000;
const FIRST_DAYS = 7;

/** The first day whose counts may still be written. From that day on, only the ledger is complete. */
export const openDay = (now: Date) => dayOf(new Date(now.getTime() - WRITTEN_WITHIN_MS));

/**
 * Corrects the counters of usage by the ledger, for charges that a killed process did not count. Readers of usage
 * correct themselves without it, but then each reads a whole month of the ledger, and with millions of charges that
 * takes longer than the time limit of a statement.
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
