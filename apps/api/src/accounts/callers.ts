import type { Db } from '@domesday/db';
import { type CallerRow, callerByHash } from './callers.query.ts';
import { monthOf, nextMonth } from './month.ts';

/** Who asks: a key, its account and plan, and what is left of the month as last heard. */
export interface Caller {
  key_id: string;
  account_id: string;
  parent_id: string | null;
  mode: 'live' | 'test';
  monthly_cap: number | null;
  monthly_credits: number;
  rate_limit: number;
  month: string;
  account_used: number;
  key_used: number;
}

export interface Callers {
  /** The caller whose secret has this hash, at most two seconds old; null for a key that is unknown or revoked. */
  find(key_hash: Buffer): Promise<Caller | null>;
  /** The same, read anew: for a refusal that a change of plan may have lifted. */
  refresh(key_hash: Buffer): Promise<Caller | null>;
}

const FRESH_MS = 2000;
const MOST_ENTRIES = 20_000;

interface Entry {
  at_ms: number;
  month: string;
  caller: Promise<Caller | null>;
}

/** Looks keys up by hash and remembers the answer, also a refusal, for two seconds: a revoked key stops within that. */
export function createCallers(db: Db, now: () => Date): Callers {
  const entries = new Map<string, Entry>();

  const read = (id: string, hash: Buffer): Promise<Caller | null> => {
    const at = now();
    const month = monthOf(at);
    const caller = callerByHash.first(db, { hash, month }).then((row) => row && toCaller(row, month));
    entries.delete(id);
    entries.set(id, { at_ms: at.getTime(), month, caller });
    if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value!);
    caller.catch(() => entries.delete(id));
    return caller;
  };

  return {
    find(hash) {
      const id = hash.toString('base64');
      const entry = entries.get(id);
      const at = now();
      const age_ms = entry ? at.getTime() - entry.at_ms : Number.POSITIVE_INFINITY;
      if (entry && age_ms >= 0 && age_ms < FRESH_MS && entry.month === monthOf(at)) return entry.caller;
      return read(id, hash);
    },
    refresh(hash) {
      return read(hash.toString('base64'), hash);
    },
  };
}

function toCaller(row: CallerRow, month: string): Caller {
  return {
    key_id: row.key_id,
    account_id: row.account_id,
    parent_id: row.parent_id,
    mode: row.mode,
    monthly_cap: row.monthly_cap,
    monthly_credits: row.monthly_credits,
    rate_limit: row.rate_limit,
    month,
    account_used: row.account_used,
    key_used: row.key_used,
  };
}

/** Credits that the key can still spend this month: the less of what its account and its own cap leave. */
export function remainingCredits(caller: Caller): number {
  const account = caller.monthly_credits - caller.account_used;
  const key = caller.monthly_cap === null ? account : caller.monthly_cap - caller.key_used;
  return Math.max(0, Math.min(account, key));
}

/** Credits a month for this key: its cap where that is lower than the plan. */
export function creditLimit(caller: Caller): number {
  return Math.min(caller.monthly_credits, caller.monthly_cap ?? caller.monthly_credits);
}

export function resetsAt(now: Date): string {
  return nextMonth(now).toISOString();
}
