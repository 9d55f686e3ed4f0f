import type { ApiError } from '../http/errors.ts';
import type { Fingerprint } from '../http/locals.ts';
import type { Made } from '../http/meta/made.ts';

/** An item with its answer or its refusal, not yet charged. */
export interface Answered {
  index: number;
  ref: string | null;
  request_id: string;
  /** null if the item has no request. */
  fingerprint: Fingerprint | null;
  made: Made | null;
  refused: ApiError | null;
  /** What it costs. */
  price: number;
  /** What was charged. */
  credits: number;
  /** When it was charged; null where it was not. */
  charged_at: Date | null;
  /** For a test key, the credits that a live key would have paid. */
  would_be_credits: number;
  /** Until when it is free as the repetition of a call that was cut; null if it repeats none. */
  free_until_ms: number | null;
  took_ms: number;
}

/** The releases of the data that answered items, in the order in which they first did. */
export const releasesOf = (items: readonly Answered[]): string[] => [
  ...new Set(items.flatMap(({ made }) => made?.release ?? [])),
];
