import { ApiError } from './errors.ts';

const WINDOW_MS = 10_000;
/**
 * Keys that one address may have looked up in the interval and that turn out to be unknown, or are still being looked
 * up.
 */
const MOST_UNKNOWN = 100;
const MOST_ADDRESSES = 50_000;

export interface Strangers {
  /**
   * Lets an address have one more key looked up, or throws a 429. The returned function is called when the key was
   * known.
   */
  admit(address: string): () => void;
}

/** Counts unknown keys by address, so that guessing keys is stopped before the database is asked. */
export function createStrangers(now_ms: () => number): Strangers {
  const windows = new Map<string, { until_ms: number; count: number }>();
  return {
    admit(address) {
      const at_ms = now_ms();
      let window = windows.get(address);
      if (!window || at_ms >= window.until_ms || window.until_ms - at_ms > WINDOW_MS) {
        window = { until_ms: at_ms + WINDOW_MS, count: 0 };
        windows.delete(address);
        windows.set(address, window);
        if (windows.size > MOST_ADDRESSES) windows.delete(windows.keys().next().value!);
      }
      if (window.count >= MOST_UNKNOWN) {
        const retry_after_s = Math.max(1, Math.ceil((window.until_ms - at_ms) / 1000));
        throw new ApiError(
          429,
          'rate_limited',
          `More than ${MOST_UNKNOWN} unknown keys from this address in 10 seconds. Wait ${retry_after_s} s.`,
          { retry_after_s },
        );
      }
      const counted = window;
      counted.count++;
      return () => {
        counted.count--;
      };
    },
  };
}
