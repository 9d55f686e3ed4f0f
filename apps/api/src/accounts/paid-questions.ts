import type { Db } from '@domesday/db';
import type { Attempt } from '../http/failure-log.ts';
import { addPaidQuestions, hasPaid } from './paid-questions.query.ts';

/** What an answer can be asked for again by: the same question always has the same answer. */
export interface Question {
  /** SHA-256 of operation, request, day and release, hexadecimal. */
  question: string;
  release: string;
}

/** The questions that accounts have paid for, so that the same answer of the same release is paid for once. */
export interface PaidQuestions {
  note(account_id: string, question: Question): void;
  has(account_id: string, question: Question): Promise<boolean>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 1000;

/**
 * Written once a second, since no answer waits for it: a crash may lose the last second, whose answers then cost again.
 */
export function createPaidQuestions(db: Db, attempt: Attempt): PaidQuestions {
  let noted = new Map<string, Question & { account_id: string }>();
  let writing: Promise<void> = Promise.resolve();
  const nameOf = (account_id: string, { question }: Question) => `${account_id} ${question}`;

  const write = async (): Promise<void> => {
    const questions = [...noted.values()];
    if (questions.length === 0) return;
    await addPaidQuestions.run(db, {
      accounts: questions.map((one) => one.account_id),
      questions: questions.map((one) => one.question),
      releases: questions.map((one) => one.release),
    });
    for (const one of questions) noted.delete(nameOf(one.account_id, one));
  };
  const flush = (): Promise<void> => {
    writing = writing.then(() => attempt(write));
    return writing;
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return {
    note: (account_id, question) => {
      // What cannot be written is given up before it fills the memory.
      if (noted.size > 100_000) noted = new Map();
      noted.set(nameOf(account_id, question), { ...question, account_id });
    },
    has: async (account_id, question) =>
      noted.has(nameOf(account_id, question)) || (await hasPaid(db, account_id, question.question)),
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
