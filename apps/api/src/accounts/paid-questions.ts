import type { Db } from '@domesday/db';
import type { Attempt } from '../http/health/failure-log.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { addPaidQuestions, hasPaid } from './paid-questions.query.ts';

/** Identifies an answer: the same question always has the same answer. */
export interface Question {
  /** SHA-256 of operation, canonical request, day and release, hexadecimal. */
  question: string;
  /** The same hash of the request as it was sent: the previous version writes and looks for this one. */
  former: string;
  release: string;
}

/** The questions that accounts have paid for, so that the same answer from the same release is paid for once. */
export interface PaidQuestions {
  note(account_id: string, question: Question): void;
  has(account_id: string, question: Question): Promise<boolean>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 1000;

/**
 * Questions are written once a second, since no answer waits for that. A crash may lose the last second; those answers
 * then cost credits again.
 */
export function createPaidQuestions(db: Db, attempt: Attempt): PaidQuestions {
  let noted = new Map<string, { account_id: string; name: string; release: string }>();
  const placeOf = (account_id: string, name: string) => `${account_id} ${name}`;

  const write = async (): Promise<void> => {
    const questions = [...noted.values()];
    if (questions.length === 0) return;
    await addPaidQuestions.run(db, {
      accounts: questions.map((one) => one.account_id),
      questions: questions.map((one) => one.name),
      releases: questions.map((one) => one.release),
    });
    for (const { account_id, name } of questions) noted.delete(placeOf(account_id, name));
  };
  const flush = oneAtATime(() => attempt(write));
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return {
    note: (account_id, { question, former, release }) => {
      // Questions that cannot be written are dropped before they fill the memory.
      if (noted.size > 100_000) noted = new Map();
      for (const name of new Set([question, former]))
        noted.set(placeOf(account_id, name), { account_id, name, release });
    },
    has: async (account_id, { question, former }) => {
      const names = [...new Set([question, former])];
      if (names.some((name) => noted.has(placeOf(account_id, name)))) return true;
      const paid = await Promise.all(names.map((name) => hasPaid(db, account_id, name)));
      return paid.includes(true);
    },
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
