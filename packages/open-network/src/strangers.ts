import { networkOf } from './address.ts';

const WINDOW_MS = 10_000;
/** Keys that one address may have looked up in the time and that turn out to be unknown, or are not found out yet. */
export const MOST_UNKNOWN = 100;
const MOST_ADDRESSES = 50_000;

export interface Strangers {
  /** Lets an address have one more key looked up; what it gives is called when the key was known. Else the seconds to wait. */
  admit(address: string): (() => void) | number;
}

/** Counts by address the keys that nobody has, so that who tries keys is stopped before anybody is asked for them. */
export function createStrangers(now_ms: () => number): Strangers {
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
