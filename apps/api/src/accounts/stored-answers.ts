import type { Db } from '@domesday/db';
import { keepNewest } from '../http/bounded-memory.ts';
import type { Attempt } from '../http/health/failure-log.ts';
import { forgetOldAnswers, forgetOldestAnswers, storedBytes } from './stored-answers.query.ts';

/** Most bytes of answers stored for one key, live or test, for repeated requests within 24 hours. */
export const BUDGET_BYTES = 16 * 1024 * 1024;
const FRESH_MS = 10_000;
const FORGET_EVERY_MS = 10 * 60_000;
const MOST_KEYS = 20_000;

/** Bytes that stay when the oldest answers are deleted: half the budget, so that not every request has to delete. */
const LEFT_BYTES = BUDGET_BYTES / 2;

export interface StoredAnswers {
  /**
   * Makes room for another answer of the key: if its budget is used up, its oldest answers are deleted. Answers stored
   * by other processes are noticed within ten seconds.
   */
  makeRoom(key_id: string): Promise<void>;
  /** Counts an answer that was stored. */
  added(key_id: string, bytes: number): void;
  /** Deletes answers that are older than 24 hours. */
  forget(): Promise<void>;
  stop(): void;
}

export function createStoredAnswers(db: Db, now: () => Date, attempt: Attempt): StoredAnswers {
  const counted = new Map<string, { at_ms: number; bytes: number }>();

  const forget = async (): Promise<void> => {
    let gone: number;
    do gone = await forgetOldAnswers.run(db, { at: now() });
    while (gone > 0);
  };
  const timer = setInterval(() => attempt(forget), FORGET_EVERY_MS);
  timer.unref();

  return {
    async makeRoom(key_id) {
      let count = counted.get(key_id);
      const age_ms = count ? now().getTime() - count.at_ms : Number.POSITIVE_INFINITY;
      if (!count || age_ms < 0 || age_ms >= FRESH_MS) {
        const { bytes } = await storedBytes.one(db, { key_id, at: now() });
        count = { at_ms: now().getTime(), bytes };
        keepNewest(counted, key_id, count, MOST_KEYS);
      }
      if (count.bytes < BUDGET_BYTES) return;
      // Set before the deletion, so that the other requests of the key do not delete as well.
      count.bytes = LEFT_BYTES;
      await forgetOldestAnswers.run(db, { key_id, bytes: LEFT_BYTES });
    },
    added(key_id, bytes) {
      const count = counted.get(key_id);
      if (count) count.bytes += bytes;
    },
    forget,
    stop: () => clearInterval(timer),
  };
}
