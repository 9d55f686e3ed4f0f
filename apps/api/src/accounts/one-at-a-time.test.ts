import type { Db } from '@domesday/db';
import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';
import { createPaidQuestions } from './paid-questions.ts';
import { createUsageRecorder } from './usage.ts';

/** A database that has stopped answering, and how often it was asked. */
function away() {
  const asked = { times: 0 };
  const query = () => {
    asked.times++;
    return new Promise((_, fail) => setTimeout(fail, 20, new Error('timeout')));
  };
  return { asked, db: { query } as unknown as Db };
}

const attempt = (step: () => Promise<unknown>) =>
  step().then(
    () => {},
    () => {},
  );

it('makes readers of an account, and a stop, wait for at most two writes while the database does not answer', async () => {
  const of_usage = away();
  const usage = createUsageRecorder(of_usage.db, () => new Date('2026-11-28T00:00:00Z'), attempt);
  const call = { key_id: 'k', operation: 'account.get', status: 200, credits: 0, would_be_credits: 0 };
  usage.record({ ...call, charged_at: null, took_ms: 1 });
  const of_questions = away();
  const paid = createPaidQuestions(of_questions.db, attempt);
  paid.note('a', { question: 'q', former: 'f', release: 'r' });
  for (const [{ asked }, writer] of [[of_usage, usage] as const, [of_questions, paid] as const]) {
    await Promise.all([...Array.from({ length: 50 }, () => writer.flush()), writer.stop()]);
    expect(asked.times).toBeGreaterThan(0);
    expect(asked.times).toBeLessThanOrEqual(2);
  }
});

it('makes each caller wait for a run that began after its call', async () => {
  const ends: (() => void)[] = [];
  const seen: number[] = [];
  let noted = 0;
  const write = oneAtATime(() => {
    seen.push(noted);
    return new Promise<void>((done) => ends.push(done));
  });
  noted = 1;
  const first = write();
  await Promise.resolve();
  noted = 2;
  const second = write();
  expect(write()).toBe(second);
  ends[0]!();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  noted = 3;
  const third = write();
  ends[1]!();
  await second;
  await expect.poll(() => ends.length).toBe(3);
  ends[2]!();
  await third;
  expect(seen).toEqual([1, 2, 3]);
});
