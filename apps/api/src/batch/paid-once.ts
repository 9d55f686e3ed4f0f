import { keepNewest } from '../http/bounded-memory.ts';
import type { Answered } from './answered.ts';

/** Those that were paid for earlier were known to be when an item was answered. */
const MOST_REMEMBERED = 1000;
const paid = new WeakMap<object, Map<string, true>>();

/** By what an answer can be asked for again; null where there is none, or the operation takes no release. */
export const questionOf = ({ made }: Answered): string | null => made?.question?.question ?? null;

/**
 * Whether an item was charged `together` with this one for the same answer of a release: items are answered beside each
 * other, and the first was not paid for yet when a later one was answered.
 */
export function wasPaid(together: object, item: Answered): boolean {
  return item.made?.paid_once === true && paid.get(together)?.has(questionOf(item)!) === true;
}

/** Notes an item that was charged. */
export function noteCharged(together: object, item: Answered): void {
  const question = questionOf(item);
  if (question === null || item.credits === 0) return;
  const questions = paid.get(together) ?? new Map<string, true>();
  paid.set(together, questions);
  keepNewest(questions, question, true, MOST_REMEMBERED);
}
