import { randomUUID } from 'node:crypto';
import type { Db } from '@domesday/db';
import type { Attempt } from '../http/health/failure-log.ts';
import { dayOf } from './month.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { addUsage, type UsageCount } from './usage.query.ts';

export interface Call {
  key_id: string;
  operation: string;
  status: number;
  credits: number;
  /** Credits that a live key would have paid, where a test key was used. */
  would_be_credits: number;
  /** When the call was charged, as in the ledger; null if it was not charged. */
  charged_at: Date | null;
  took_ms: number;
}

export interface UsageRecorder {
  record(call: Call): void;
  /** Writes the counts so far. Readers of usage wait for this. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Upper ends of the latency histogram, milliseconds; the last bucket is open. */
export const LATENCY_BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10_000,
];

const FLUSH_EVERY_MS = 1000;

/**
 * Counts calls in memory and writes them once a second. The ledger holds the exact credits; these counters are for
 * people to read, and a crash may lose the last second. Counts that could not be written are sent again, and added at
 * most once.
 */
export function createUsageRecorder(db: Db, now: () => Date, attempt: Attempt): UsageRecorder {
  let counts = new Map<string, UsageCount>();
  let unsent: { id: string; counts: UsageCount[] } | null = null;

  const write = async (): Promise<void> => {
    if (!unsent && counts.size > 0) {
      unsent = { id: randomUUID(), counts: [...counts.values()] };
      counts = new Map();
    }
    if (unsent) await addUsage(db, unsent.id, unsent.counts);
    unsent = null;
  };
  // Twice: the first run writes the batch that failed before, the second what was counted since.
  const flush = oneAtATime(() => attempt(() => write().then(write)));
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();

  return {
    record(call) {
      // A call that ends after midnight counts on the day of its charge only.
      const at = call.charged_at ?? now();
      const day = dayOf(at);
      const id = `${call.key_id} ${day} ${call.operation}`;
      let count = counts.get(id);
      if (!count) {
        count = emptyCount(call, day, at);
        counts.set(id, count);
      }
      count.calls++;
      count.credits += call.credits;
      count.would_be_credits += call.would_be_credits;
      if (call.status < 400) count.ok++;
      else if (call.status < 500) count.client_errors++;
      else count.server_errors++;
      count.latency_buckets[bucketOf(call.took_ms)]!++;
      count.last_used_at = at;
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function emptyCount(call: Call, day: string, at: Date): UsageCount {
  return {
    key_id: call.key_id,
    day,
    operation: call.operation,
    calls: 0,
    credits: 0,
    would_be_credits: 0,
    ok: 0,
    client_errors: 0,
    server_errors: 0,
    latency_buckets: new Array(LATENCY_BOUNDS_MS.length + 1).fill(0),
    last_used_at: at,
  };
}

function bucketOf(took_ms: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => took_ms <= bound);
  return index === -1 ? LATENCY_BOUNDS_MS.length : index;
}

/** Upper end of the bucket that holds the 95th percentile, milliseconds; null without calls or beyond the last end. */
export function p95Ms(buckets: number[]): number | null {
  const total = buckets.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (let i = 0; i < LATENCY_BOUNDS_MS.length; i++) {
    seen += buckets[i] ?? 0;
    if (total > 0 && seen >= total * 0.95) return LATENCY_BOUNDS_MS[i]!;
  }
  return null;
}
