import type { ApiError } from '../http/errors.ts';
import type { Fingerprint } from '../http/locals.ts';
import type { MadeAnswer } from '../http/meta/made.ts';

/** An item with its answer or its refusal. It is charged later. */
export interface Answered {
  index: number;
  ref: string | null;
  request_id: string;
  /** null if the item is not a valid request. */
  fingerprint: Fingerprint | null;
  made: MadeAnswer | null;
  refused: ApiError | null;
  /** Price, credits. */
  price: number;
  /** Credits charged. */
  credits: number;
  /** When the credits were charged; null if they were not. */
  charged_at: Date | null;
  /** Credits that a live key would have paid, where a test key was used. */
  would_be_credits: number;
  /** Until when the item is free, because it repeats a call that was cut off; null if it repeats none. */
  free_until_ms: number | null;
  took_ms: number;
}

/** The releases of the data that answered the items, in the order of their first use. */
export const releasesOf = (items: readonly Answered[]): string[] => [
  ...new Set(items.flatMap(({ made }) => made?.release ?? [])),
];
