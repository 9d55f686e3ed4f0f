/** Refused rows of one load whose text is stored. All of them are counted. */
export const MOST_TEXTS = 10_000;
/** Limit on the stored text: a refused row may hold personal data, and this is enough to see the fault. */
export const LONGEST_TEXT_BYTES = 1000;
export const LONGEST_REASON_BYTES = 300;
const MOST_REASONS = 200;
const OTHERS = 'Other reasons.';

export interface RejectReason {
  reason: string;
  rows: number;
}

/** A reason without the row's own values, which are in quotes: equal for every row with this fault. */
export function reasonKind(reason: string): string {
  return reason.replace(/"[\s\S]*"/, '"…"');
}

/** A text truncated to at most this many bytes of UTF-8, without splitting a character. */
export function clipped(text: string, bytes: number): string {
  // A UTF-16 unit needs at most three bytes of UTF-8.
  if (text.length * 3 <= bytes) return text;
  const whole = Buffer.from(text.slice(0, bytes));
  if (whole.length <= bytes && text.length <= bytes) return text;
  return whole
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

/** Counts refused rows by reason. */
export class RejectCounts {
  readonly #rows = new Map<string, number>();
  #all = 0;

  /** Returns how many were refused so far. */
  add(reason: string): number {
    const kind = reasonKind(reason);
    const key = this.#rows.has(kind) || this.#rows.size < MOST_REASONS ? kind : OTHERS;
    this.#rows.set(key, (this.#rows.get(key) ?? 0) + 1);
    return ++this.#all;
  }

  /** Most frequent first. */
  byReason(): RejectReason[] {
    return [...this.#rows]
      .map(([reason, rows]) => ({ reason: clipped(reason, LONGEST_REASON_BYTES), rows }))
      .sort((a, b) => b.rows - a.rows || a.reason.localeCompare(b.reason));
  }
}
