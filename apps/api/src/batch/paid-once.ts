import { keepNewest } from '../http/bounded-memory.ts';
import type { Answered } from './answered.ts';

/** Enough for one portion: earlier payments are known when an item is answered. */
const MOST_REMEMBERED = 1000;
const paid = new WeakMap<object, Map<string, true>>();

/** Identifies the item's answer; null if it has none, or if the operation takes no release. */
export const questionOf = ({ made }: Answered): string | null => made?.question?.question ?? null;

/**
 * Whether an item of the group `together` was charged for the same answer of a past release. Items are answered
 * concurrently, so the first may not have been paid for when a later one was answered.
 */
export function wasPaid(together: object, item: Answered): boolean {
  return item.made?.paid_once === true && paid.get(together)?.has(questionOf(item)!) === true;
}

/** Records that an item was charged. */
export function noteCharged(together: object, item: Answered): void {
  const question = questionOf(item);
  if (question === null || item.credits === 0) return;
  const questions = paid.get(together) ?? new Map<string, true>();
  paid.set(together, questions);
  keepNewest(questions, question, true, MOST_REMEMBERED);
}
