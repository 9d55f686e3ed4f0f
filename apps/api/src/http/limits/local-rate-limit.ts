/** Length of the window that limits are counted in. */
export const WINDOW_MS = 10_000;

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until a request is allowed again: 0 if one is allowed now. */
  free_in_ms: number;
  /** Milliseconds until the whole window is free. */
  reset_ms: number;
}

export interface RateLimiter {
  /** Whether the count is shared with other processes now; absent if it never is. */
  readonly shared?: boolean;
  take(key: string, limit: number): Promise<Allowance> | Allowance;
}

interface Window {
  times: Float64Array;
  /** Index of the oldest time, and the number held. */
  head: number;
  count: number;
}

/**
 * Sliding window in this process: it holds the times of the last requests of each key, so that no window boundary lets
 * twice the limit through. A refused request is not counted.
 */
export function createLocalLimiter(now_ms: () => number): RateLimiter {
  const windows = new Map<string, Window>();
  let swept_ms = now_ms();

  const sweep = (at_ms: number): void => {
    swept_ms = at_ms;
    for (const [key, w] of windows) {
      const newest = w.times[(w.head + w.count - 1) % w.times.length]!;
      if (w.count === 0 || newest <= at_ms - WINDOW_MS) windows.delete(key);
    }
  };

  return {
    take(key, limit) {
      const at_ms = now_ms();
      if (at_ms - swept_ms > 6 * WINDOW_MS) sweep(at_ms);
      let w = windows.get(key);
      if (!w || w.times.length !== limit) {
        w = resized(w, limit);
        windows.set(key, w);
      }
      // A clock that was set back would leave future times in the window for ever.
      while (w.count > 0 && (w.times[w.head]! <= at_ms - WINDOW_MS || w.times[w.head]! > at_ms)) {
        w.head = (w.head + 1) % limit;
        w.count--;
      }
      const allowed = w.count < limit;
      if (allowed) {
        w.times[(w.head + w.count) % limit] = at_ms;
        w.count++;
      }
      const oldest_ms = w.times[w.head]!;
      const newest_ms = w.times[(w.head + w.count - 1) % limit]!;
      return {
        allowed,
        limit,
        remaining: limit - w.count,
        free_in_ms: w.count < limit ? 0 : oldest_ms + WINDOW_MS - at_ms,
        reset_ms: newest_ms + WINDOW_MS - at_ms,
      };
    },
  };
}

/** A change of plan changes the length of the ring; the newest times are kept. */
function resized(old: Window | undefined, limit: number): Window {
  const times = new Float64Array(limit);
  if (!old) return { times, head: 0, count: 0 };
  const retained = Math.min(old.count, limit);
  for (let i = 0; i < retained; i++) {
    times[i] = old.times[(old.head + old.count - retained + i) % old.times.length]!;
  }
  return { times, head: 0, count: retained };
}
