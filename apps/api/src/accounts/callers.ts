import type { Db } from '@domesday/db';
import { keepNewest } from '../http/bounded-memory.ts';
import { type CallerRow, callersByHash } from './callers.query.ts';
import type { Settled } from './ledger.query.ts';
import { monthOf, nextMonth } from './month.ts';

/** The caller: a key with its account and plan, and the credits used in a month as last read. */
export interface Caller extends Omit<CallerRow, 'hash'> {
  month: string;
}

export interface Callers {
  /**
   * Finds the caller by the hash of the secret; null if the key is unknown or revoked. A cached result is at most two
   * seconds old for a known key, one second for any other. `admit` is called before a key that is not cached is looked
   * up. It may throw to refuse, and the function that it returns is called if the key proves to be known.
   */
  find(key_hash: Buffer, admit?: () => () => void): Promise<Caller | null>;
  /** Reads the caller again, past the cache, before a refusal that a change of plan may have lifted. */
  refresh(key_hash: Buffer): Promise<Caller | null>;
}

const FRESH_MS = 2000;
const UNKNOWN_MS = 1000;
const MOST_ENTRIES = 20_000;

interface Entry {
  at_ms: number;
  month: string;
  caller: Promise<Caller | null>;
}

/** Looks keys up by hash and caches the results, unknown keys too. A revoked key stops working within two seconds. */
export function createCallers(db: Db, now: () => Date): Callers {
  // Unknown keys have a cache of their own, so that thousands of made-up keys do not evict the keys in use.
  const entries = { known: new Map<string, Entry>(), unknown: new Map<string, Entry>() };
  const lookUp = createKeyLookUp(db);

  const read = (hash: Buffer): Promise<Caller | null> => {
    const id = hash.toString('hex');
    const at = now();
    const month = monthOf(at);
    const caller = lookUp(id, month).then((row): Caller | null => {
      if (!row) return null;
      const { hash: _, ...known } = row;
      return { ...known, month };
    });
    const entry: Entry = { at_ms: at.getTime(), month, caller };
    const { known, unknown } = entries;
    // A key that is being looked up keeps its old entry until the result is there.
    keepNewest(known.has(id) ? known : unknown, id, entry, MOST_ENTRIES);
    const move = (found: Caller | null): void => {
      if (!found) known.delete(id);
      unknown.delete(id);
      keepNewest(found ? known : unknown, id, entry, MOST_ENTRIES);
    };
    const forget = (): void => {
      known.delete(id);
      unknown.delete(id);
    };
    caller.then(move, forget);
    return caller;
  };

  return {
    async find(hash, admit) {
      const id = hash.toString('hex');
      const at = now();
      const known = entries.known.get(id);
      const entry = known ?? entries.unknown.get(id);
      const age_ms = entry ? at.getTime() - entry.at_ms : Number.POSITIVE_INFINITY;
      const fresh_ms = known ? FRESH_MS : UNKNOWN_MS;
      if (entry && age_ms >= 0 && age_ms < fresh_ms && entry.month === monthOf(at)) return entry.caller;
      const found = known ? undefined : admit?.();
      const caller = await read(hash);
      if (caller) found?.();
      return caller;
    },
    refresh: (hash) => read(hash),
  };
}

const LARGEST_BATCH = 1000;

/** Combines look-ups: keys asked for while one look-up runs are read together by the next. */
function createKeyLookUp(db: Db): (hash: string, month: string) => Promise<CallerRow | null> {
  interface LookUp {
    hash: string;
    month: string;
    resolve(row: CallerRow | null): void;
    reject(error: unknown): void;
  }
  let waiting: LookUp[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const { month } = waiting[0]!;
      const batch = waiting.filter((one) => one.month === month).slice(0, LARGEST_BATCH);
      const taken = new Set(batch);
      waiting = waiting.filter((one) => !taken.has(one));
      try {
        const hashes = [...new Set(batch.map((one) => one.hash))];
        const rows = new Map((await callersByHash.rows(db, { hashes, month })).map((row) => [row.hash, row]));
        for (const one of batch) one.resolve(rows.get(one.hash) ?? null);
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    running = false;
  };

  return (hash, month) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, month, resolve, reject });
      if (running) return;
      running = true;
      // Deferred by one turn, so that keys of the same turn are looked up together.
      setImmediate(run);
    });
}

/**
 * The key whose limit of concurrent requests a caller shares. A client can make many sub-keys, and must not multiply by
 * them the share of the server that it may occupy.
 */
export function parentOf({ key_id, parent_id }: Pick<Caller, 'key_id' | 'parent_id'>): string {
  return parent_id ?? key_id;
}

interface Limit {
  limit: number;
  /** Credits of the month that count towards the limit. */
  used: number;
}

/** Every limit on what the key can spend in a month: the plan, its own cap and the cap of its parent. */
function limitsOf(caller: Caller): Limit[] {
  const { monthly_credits, monthly_cap, parent_cap, account_used, key_used, parent_used } = caller;
  const limits = [{ limit: monthly_credits, used: account_used }];
  if (monthly_cap !== null) limits.push({ limit: monthly_cap, used: key_used });
  if (parent_cap !== null) limits.push({ limit: parent_cap, used: parent_used });
  return limits;
}

/** Credits that the key can still spend this month: the least that any of its limits leaves. */
export function remainingCredits(caller: Caller): number {
  return Math.max(0, Math.min(...limitsOf(caller).map(({ limit, used }) => limit - used)));
}

/** The lowest limit of the key, with what counts towards it. */
export function lowestLimit(caller: Caller): Limit {
  return limitsOf(caller).reduce((lowest, one) => (one.limit < lowest.limit ? one : lowest));
}

/**
 * Updates the counters after a settlement. Within a month they only rise, because settlements may be reported in
 * another order. A settlement of a later month starts them anew.
 */
export function noteSettled(caller: Caller, settled: Settled): void {
  const month = monthOf(settled.at);
  if (month < caller.month) return;
  if (month > caller.month) Object.assign(caller, { month, account_used: 0, key_used: 0, parent_used: 0 });
  caller.account_used = Math.max(caller.account_used, settled.account_used);
  caller.key_used = Math.max(caller.key_used, settled.key_used);
  caller.parent_used = Math.max(caller.parent_used, settled.parent_used ?? 0);
}

/** Adds credits that were charged at a time to the counters. A negative number takes back a charge. */
export function addSpent(caller: Caller, credits: number, at: Date): void {
  if (monthOf(at) !== caller.month) return;
  caller.account_used += credits;
  caller.key_used += credits;
  caller.parent_used += credits;
}

/** When the month of the caller's counters ends, in ISO 8601. */
export function resetsAt({ month }: Pick<Caller, 'month'>): string {
  return nextMonth(new Date(month)).toISOString();
}
