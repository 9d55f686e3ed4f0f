import { networkOf } from './address.ts';

const WINDOW_MS = 10_000;
/** The most look-ups from one address in a window whose key is unknown, or whose result is still pending. */
export const MOST_UNKNOWN = 100;
const MOST_ADDRESSES = 50_000;

export interface UnknownKeyLimit {
  /**
   * Admits one more look-up for an address. Returns a function to call if the key turns out to exist, or the number of
   * seconds to wait.
   */
  admit(address: string): (() => void) | number;
}

/** Limits unknown keys by address, so that guessing keys is stopped before the database is read. */
export function createUnknownKeyLimit(now_ms: () => number): UnknownKeyLimit {
  const windows = new Map<string, { until_ms: number; count: number }>();
  return {
    admit(address) {
      const network = networkOf(address);
      const at_ms = now_ms();
      let window = windows.get(network);
      if (!window || at_ms >= window.until_ms || window.until_ms - at_ms > WINDOW_MS) {
        window = { until_ms: at_ms + WINDOW_MS, count: 0 };
        windows.delete(network);
        windows.set(network, window);
        if (windows.size > MOST_ADDRESSES) windows.delete(windows.keys().next().value!);
      }
      if (window.count >= MOST_UNKNOWN) return Math.max(1, Math.ceil((window.until_ms - at_ms) / 1000));
      const counted = window;
      counted.count++;
      return () => {
        counted.count--;
      };
    },
  };
}
