import { monthNumber } from './dates.ts';
import type { Confidence } from './types.ts';

/**
 * The only rule for using an index after its last published month: beyond the first limit an estimate loses a class of
 * confidence; beyond the second it is refused. In months.
 */
export const CARRY_MONTHS = { lowers_after: 6, refused_after: 18 } as const;

/** Whole months from the last month of an index to that of a day; 0 for a day that it covers. */
export function monthsCarried(index: { data_month: string }, day: string): number {
  return Math.max(0, monthNumber(day) - monthNumber(index.data_month));
}

export function mayCarry(index: { data_month: string }, day: string): boolean {
  return monthsCarried(index, day) <= CARRY_MONTHS.refused_after;
}

/** The class of confidence of an estimate whose index was carried this many months. */
export function carriedConfidence(confidence: Confidence, months: number): Confidence {
  return months <= CARRY_MONTHS.lowers_after ? confidence : lowered(confidence);
}

const WEAKEST_FIRST: readonly Confidence[] = ['Low', 'Medium', 'High'];

/** The weaker of two classes of confidence. */
export function weaker(one: Confidence, other: Confidence): Confidence {
  return WEAKEST_FIRST[Math.min(WEAKEST_FIRST.indexOf(one), WEAKEST_FIRST.indexOf(other))]!;
}

/** The next lower class of confidence. */
export function lowered(confidence: Confidence): Confidence {
  return confidence === 'High' ? 'Medium' : 'Low';
}
