import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, DbClient } from '@domesday/db';
import { type Charge, type Settled, settle } from './ledger.query.ts';
import { createLockedAccounts } from './locked-accounts.ts';
import { monthOf } from './month.ts';
import { cancelConfirmed, createUnknownOutcomes, type UnknownOutcomes } from './unknown-outcome.ts';
import { listenForWarning } from './warned.ts';

export type { Charge } from './ledger.query.ts';

export interface Ledger {
  /** Resolves once the charge is durable, or with the reason why it was refused. */
  charge(charge: Charge): Promise<Settled | Refusal>;
  /**
   * Takes back the charge of an answer that could not be sent, with the answer stored for its Idempotency-Key. False if
   * that answer was sent to another request meanwhile: then both stay. While the database is away the work is put off
   * until it is back.
   */
  takeBack(charge: Charge): Promise<boolean>;
  /** Whether the database had no room for a charge within the last ten seconds. */
  outOfRoom(): boolean;
  /** Tries once more to take back charges whose outcome is unknown because a connection was lost. */
  stop(): Promise<void>;
}

/**
 * overdrawn: the account or the key cannot pay. answered: another request with the same Idempotency-Key was answered
 * meanwhile.
 */
export type Refusal = 'overdrawn' | 'answered';

/** SQLSTATE of a charge that the account or the key cannot pay. */
export const OVERDRAWN = 'DD402';
const REFUSALS: Record<string, Refusal> = { [OVERDRAWN]: 'overdrawn', DD409: 'answered' };
const LARGEST_BATCH = 500;
/**
 * The pause after a settlement is up to this many times as long as the settlement took, so that a busy server settles
 * more charges with each commit.
 */
const REST = 2;
const LONGEST_REST_MS = 10;
/**
 * Longest time that requests wait to learn the outcome of a settlement after the connection was lost, milliseconds.
 */
const PATIENCE_MS = 2500;
/** SQLSTATE of a settlement that waited too long for a locked row. */
const LOCKED = '55P03';
/** SQLSTATE of a write for which the disk has no room. */
const DISK_FULL = '53100';
/**
 * For this long after a full disk there is no room for charges. Then charges are tried again: a load balancer that
 * sends no requests could not find out that there is room.
 */
const FULL_FOR_MS = 10_000;

class Locked extends Error {
  readonly code = LOCKED;
  constructor() {
    super('the rows of the account are locked');
  }
}

interface Waiting {
  charge: Charge;
  resolve(outcome: Settled | Refusal): void;
  reject(error: unknown): void;
}

/**
 * Groups charges: those that arrive during a commit, and in the pause after it, are settled together by the next one. A
 * busy key costs one commit for many requests, and no request is answered before its own charge is durable. The pause
 * ends as soon as all requests in flight wait for their charge, so a lone request never waits for others.
 */
export function createLedger(
  db: Db,
  now: () => Date,
  onSettled: (charges: number) => void = () => {},
  inFlight: () => number = () => 0,
  onFailed: (charges: number) => void = () => {},
): Ledger {
  let waiting: Waiting[] = [];
  let running = false;
  let rest_until_ms = 0;
  let resting: NodeJS.Timeout | undefined;
  const unknown = createUnknownOutcomes(db);
  let full_until_ms = 0;
  const settling = {
    db,
    unknown,
    now,
    onSettled,
    onFailed: (charges: number, error: unknown) => {
      onFailed(charges);
      if ((error as { code?: string }).code === DISK_FULL) full_until_ms = performance.now() + FULL_FOR_MS;
    },
  };
  const locked = createLockedAccounts<Waiting>(async (batch) => {
    const still_locked: Waiting[] = [];
    await settleBatch({ ...settling, onLocked: (postponed) => void still_locked.push(...postponed) }, batch);
    return still_locked;
  });

  const run = async (): Promise<void> => {
    const batch = waiting.slice(0, LARGEST_BATCH);
    waiting = waiting.slice(LARGEST_BATCH);
    const began_ms = performance.now();
    await settleBatch({ ...settling, onLocked: locked.add }, batch);
    const ended_ms = performance.now();
    rest_until_ms = ended_ms + Math.min(LONGEST_REST_MS, REST * (ended_ms - began_ms));
    running = false;
    if (waiting.length > 0) begin();
  };

  const begin = (): void => {
    if (running) return;
    const rest_ms = waiting.length < inFlight() ? rest_until_ms - performance.now() : 0;
    if (rest_ms > 0) {
      resting ??= setTimeout(start, rest_ms);
      return;
    }
    start();
  };

  const start = (): void => {
    clearTimeout(resting);
    resting = undefined;
    running = true;
    // Deferred by one turn, so that charges of the same turn travel together.
    setImmediate(run);
  };

  return {
    charge: (charge) =>
      new Promise((resolve, reject) => {
        if (locked.has(charge.account_id)) return locked.add([{ charge, resolve, reject }], new Locked());
        waiting.push({ charge, resolve, reject });
        begin();
      }),
    takeBack: async (charge) => {
      const at = now();
      try {
        return await cancelConfirmed(db, at, [charge]);
      } catch {
        unknown.unsent(at, charge);
        return true;
      }
    },
    outOfRoom: () => performance.now() < full_until_ms,
    stop: () => unknown.stop(),
  };
}

interface Settling {
  db: Db;
  unknown: UnknownOutcomes;
  now: () => Date;
  onSettled: (charges: number) => void;
  onFailed: (charges: number, error: unknown) => void;
  /** Takes over charges of a single account whose rows are locked. */
  onLocked: (batch: Waiting[], error: unknown) => void;
}

/**
 * The outcome of a settlement: the new counters, the refusal, a lock, or a failure (`unknown`: perhaps it was made).
 */
type Outcome =
  | { settled: Map<string, Settled> }
  | { refusal: Refusal }
  | { locked: unknown }
  | { failed: unknown; unknown: boolean };

/**
 * Settles the batch. If a charge in it must be refused, settles the two halves in order, so that every charge that fits
 * is made.
 */
async function settleBatch(settling: Settling, batch: Waiting[], doubted = false): Promise<void> {
  const { db, now, onSettled, onFailed, unknown } = settling;
  const charges = batch.map((w) => w.charge);
  const at = now();
  let outcome = await settleOnce(db, at, charges);
  const doubtful = doubted || ('failed' in outcome && outcome.unknown);
  if ('failed' in outcome && outcome.unknown) outcome = await settleAgain(db, at, charges, outcome);
  if ('settled' in outcome) {
    onSettled(batch.length);
    for (const w of batch) w.resolve(outcome.settled.get(w.charge.key_id)!);
  } else if ('refusal' in outcome) {
    if (batch.length === 1) {
      if (doubtful) unknown.refused(at, charges);
      return batch[0]!.resolve(outcome.refusal);
    }
    const middle = Math.ceil(batch.length / 2);
    await settleBatch(settling, batch.slice(0, middle), doubtful);
    await settleBatch(settling, batch.slice(middle), doubtful);
  } else if ('locked' in outcome && !doubtful) {
    const [first, second] = halvesByAccount(batch);
    if (!second) return settling.onLocked(batch, outcome.locked);
    // Both halves run at once, so that charges of other accounts do not wait for the locked rows.
    await Promise.all([settleBatch(settling, first), settleBatch(settling, second)]);
  } else {
    const failed = 'locked' in outcome ? outcome.locked : outcome.failed;
    // A settlement whose outcome is unknown may still arrive, even if its repetition was refused or never sent.
    if (doubtful) unknown.refused(at, charges);
    onFailed(batch.length, failed);
    for (const w of batch) w.reject(failed);
  }
}

/** Splits a batch in two, with all charges of an account in the same half. A single account has no second half. */
function halvesByAccount(batch: Waiting[]): [Waiting[], Waiting[] | null] {
  const accounts = [...new Set(batch.map((w) => w.charge.account_id))];
  if (accounts.length === 1) return [batch, null];
  const first = new Set(accounts.slice(0, Math.ceil(accounts.length / 2)));
  const isFirst = (w: Waiting) => first.has(w.charge.account_id);
  return [batch.filter(isFirst), batch.filter((w) => !isFirst(w))];
}

async function settleOnce(db: Db, at: Date, charges: Charge[]): Promise<Outcome> {
  let client: DbClient;
  try {
    client = await db.connect();
  } catch (failed) {
    return { failed, unknown: false };
  }
  const warned = listenForWarning(client);
  try {
    const rows = await settle(client, monthOf(at), at, charges);
    const warning = warned.end();
    client.release();
    if (warning) return { failed: warning, unknown: true };
    return { settled: new Map(rows.map((row) => [row.key_id, row])) };
  } catch (failed) {
    const code = (failed as { code?: string }).code ?? '';
    const refusal = REFUSALS[code];
    const locked = code === LOCKED;
    warned.end();
    client.release(refusal === undefined && !locked && (failed as Error));
    if (locked) return { locked: failed };
    return refusal === undefined ? { failed, unknown: !rolledBack(failed as Error) } : { refusal };
  }
}

/**
 * Sends a settlement whose outcome is unknown again: it adds nothing if the first was made, waits for a first that is
 * still running, and makes one that never arrived. Takes no longer than `PATIENCE_MS`.
 */
async function settleAgain(db: Db, at: Date, charges: Charge[], first: Outcome): Promise<Outcome> {
  const until_ms = performance.now() + PATIENCE_MS;
  let last = first;
  const again = async (): Promise<Outcome> => {
    while (performance.now() < until_ms) {
      const outcome = await settleOnce(db, at, charges);
      // A connection that cannot be opened says nothing about the first settlement.
      if ('settled' in outcome || 'refusal' in outcome) return outcome;
      // Perhaps it is the first settlement that holds the lock.
      last = { failed: 'locked' in outcome ? outcome.locked : outcome.failed, unknown: true };
      await sleep(100);
    }
    return last;
  };
  return Promise.race([again(), sleep(PATIENCE_MS).then(() => last)]);
}

/**
 * Whether the server reported an error that ends only the statement: then nothing was committed. After a FATAL or a
 * PANIC (such as a full disk while the commit is written) that is unknown, and so it is if the severity is in another
 * language.
 */
function rolledBack(error: Error & { severity?: string }): boolean {
  return error.severity === 'ERROR';
}
