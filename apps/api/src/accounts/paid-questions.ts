import type { Db, Queryable } from '@domesday/db';
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
  /** Runs `pay` when no other call of this process is paying for the same answer. */
  inTurn<T>(account_id: string, question: Question, pay: () => Promise<T>): Promise<T>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 1000;

interface Paid {
  account_id: string;
  name: string;
  release: string;
}

const namesOf = ({ question, former }: Question): string[] => [...new Set([question, former])];

/** Records what an account pays for, in the transaction of the payment. */
export const writePaid = (
  db: Queryable,
  account_id: string,
  questions: readonly Question[],
): Promise<unknown> =>
  writeAll(
    db,
    questions.flatMap((one) => namesOf(one).map((name) => ({ account_id, name, release: one.release }))),
  );

const writeAll = (db: Queryable, paid: readonly Paid[]): Promise<unknown> =>
  addPaidQuestions.run(db, {
    accounts: paid.map(({ account_id }) => account_id),
    questions: paid.map(({ name }) => name),
    releases: paid.map(({ release }) => release),
  });

/**
 * Questions are written once a second, since no answer waits for that. A crash may lose the last second; those answers
 * then cost credits again.
 */
export function createPaidQuestions(db: Db, attempt: Attempt): PaidQuestions {
  let noted = new Map<string, Paid>();
  /** By question: resolves when the last call in the queue has paid. */
  const paying = new Map<string, Promise<void>>();
  const placeOf = (account_id: string, name: string) => `${account_id} ${name}`;

  const write = async (): Promise<void> => {
    const questions = [...noted.values()];
    if (questions.length === 0) return;
    await writeAll(db, questions);
    for (const { account_id, name } of questions) noted.delete(placeOf(account_id, name));
  };
  const flush = oneAtATime(() => attempt(write));
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return {
    note: (account_id, question) => {
      // Questions that cannot be written are dropped before they fill the memory.
      if (noted.size > 100_000) noted = new Map();
      for (const name of namesOf(question))
        noted.set(placeOf(account_id, name), { account_id, name, release: question.release });
    },
    has: async (account_id, question) => {
      const names = namesOf(question);
      if (names.some((name) => noted.has(placeOf(account_id, name)))) return true;
      const paid = await Promise.all(names.map((name) => hasPaid(db, account_id, name)));
      return paid.includes(true);
    },
    inTurn: (account_id, { question }, pay) => {
      const place = placeOf(account_id, question);
      const before = paying.get(place);
      const payment = before ? before.then(pay) : pay();
      const ended: Promise<void> = payment
        .then(
          () => {},
          () => {},
        )
        .then(() => {
          if (paying.get(place) === ended) paying.delete(place);
        });
      paying.set(place, ended);
      return payment;
    },
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
