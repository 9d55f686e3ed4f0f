import { setTimeout as sleep } from 'node:timers/promises';

/** Longest that a charge waits for an account whose rows are locked, milliseconds. */
const PATIENCE_MS = 6000;
const PAUSE_MS = 50;
/** Connections that locked accounts may keep busy at once. */
const MOST_AT_ONCE = 2;

interface Waiting {
  charge: { account_id: string };
  reject(error: unknown): void;
}

interface LockedAccounts<W extends Waiting> {
  has(account_id: string): boolean;
  /**
   * Takes over charges of one account, to be settled apart from all others. `error` is what they are rejected with if
   * they cannot be settled in time.
   */
  add(batch: W[], error: unknown): void;
}

/**
 * Queues for accounts whose rows another transaction has locked. Each account is retried by itself, so that only its
 * own callers wait. `settle` settles charges of one account and returns those that found it locked.
 */
export function createLockedAccounts<W extends Waiting>(
  settle: (batch: W[]) => Promise<W[]>,
): LockedAccounts<W> {
  const queues = new Map<string, { until_ms: number; error: unknown; charge: W }[]>();
  let busy = 0;

  const work = async (account_id: string): Promise<void> => {
    for (;;) {
      const queue = queues.get(account_id)!;
      const expired = queue.filter((one) => one.until_ms <= performance.now());
      for (const one of expired) one.charge.reject(one.error);
      const open = queue.filter((one) => !expired.includes(one));
      if (open.length === 0) return void queues.delete(account_id);
      queues.set(account_id, []);
      if (busy >= MOST_AT_ONCE) queues.get(account_id)!.push(...open);
      else {
        busy++;
        const locked = new Set(await settle(open.map((one) => one.charge)));
        busy--;
        // Charges that arrived meanwhile queue behind these.
        queues.set(account_id, [...open.filter((one) => locked.has(one.charge)), ...queues.get(account_id)!]);
        if (locked.size === 0) continue;
      }
      await sleep(PAUSE_MS);
    }
  };

  return {
    has: (account_id) => queues.has(account_id),
    add(batch, error) {
      const { account_id } = batch[0]!.charge;
      const until_ms = performance.now() + PATIENCE_MS;
      const more = batch.map((charge) => ({ until_ms, error, charge }));
      const queue = queues.get(account_id);
      if (queue) return void queue.push(...more);
      queues.set(account_id, more);
      work(account_id);
    },
  };
}
