import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, DbClient } from '@domesday/db';
import { type Charge, cancel, forgottenAnswer, type Settled, settle } from './ledger.query.ts';
import { monthOf } from './month.ts';
import { createUnknownOutcomes, type UnknownOutcomes } from './unknown-outcome.ts';

export type { Charge } from './ledger.query.ts';

export interface Ledger {
  /** Resolves once the charge is durable, or with the reason why it was not made. */
  charge(charge: Charge): Promise<Settled | Refusal>;
  /** Takes a charge back whose answer could not be sent; where the database is away, as soon as it is back. */
  takeBack(charge: Charge): Promise<void>;
  /** Clears up what a lost connection left open, as far as the database can be asked. */
  stop(): Promise<void>;
}

/** overdrawn: the account or the key cannot pay. answered: the same Idempotency-Key was answered meanwhile. */
export type Refusal = 'overdrawn' | 'answered';

const REFUSALS: Record<string, Refusal> = { DD402: 'overdrawn', DD409: 'answered' };
const LARGEST_BATCH = 500;
/** Longest that the requests of a settlement wait to hear what became of it, after it was not told, milliseconds. */
const PATIENCE_MS = 2500;
/** SQLSTATE of a message that is no warning. */
const SUCCESS = '00000';

interface Waiting {
  charge: Charge;
  resolve(outcome: Settled | Refusal): void;
  reject(error: unknown): void;
}

/**
 * Charges that arrive while a commit is on its way are settled together by the next one, so that a busy key
 * costs one commit for many requests and no request is answered before its own.
 */
export function createLedger(
  db: Db,
  now: () => Date,
  onSettled: (charges: number) => void = () => {},
): Ledger {
  let waiting: Waiting[] = [];
  let running = false;
  const unknown = createUnknownOutcomes(db);

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH);
      waiting = waiting.slice(LARGEST_BATCH);
      await settleBatch({ db, unknown, now, onSettled }, batch);
    }
    running = false;
  };

  return {
    charge: (charge) =>
      new Promise((resolve, reject) => {
        waiting.push({ charge, resolve, reject });
        // Deferred by one turn, so that charges of the same turn travel together.
        if (!running) {
          running = true;
          setImmediate(run);
        }
      }),
    takeBack: async ({ answer, ...charge }) => {
      const at = now();
      try {
        if (answer) {
          const { idempotency_key } = answer;
          await forgottenAnswer.run(db, { key_id: charge.key_id, idempotency_key });
        }
        if (charge.credits > 0) await cancel(db, monthOf(at), at, [charge]);
      } catch {
        unknown.refused(at, [charge]);
      }
    },
    stop: () => unknown.stop(),
  };
}

interface Settling {
  db: Db;
  unknown: UnknownOutcomes;
  now: () => Date;
  onSettled: (charges: number) => void;
}

/** What became of a settlement: the counters after it, why it was not made, or that nobody can say. */
type Outcome =
  | { settled: Map<string, Settled> }
  | { refusal: Refusal }
  | { failed: unknown; unknown: boolean };

/** Settles the batch; where one of it must be refused, its halves in order, so that each that fits is granted. */
async function settleBatch(settling: Settling, batch: Waiting[], doubted = false): Promise<void> {
  const { db, now, onSettled, unknown } = settling;
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
  } else {
    // What was sent and not heard of may still arrive, also where a repetition was refused or never left.
    if (doubtful) unknown.refused(at, charges);
    for (const w of batch) w.reject(outcome.failed);
  }
}

/** What the server says beside its answer. */
interface Notice {
  code?: string | undefined;
  message?: string | undefined;
}

async function settleOnce(db: Db, at: Date, charges: Charge[]): Promise<Outcome> {
  let client: DbClient;
  try {
    client = await db.connect();
  } catch (failed) {
    return { failed, unknown: false };
  }
  let warning: Notice | undefined;
  const onNotice = (notice: Notice): void => {
    if (notice.code !== SUCCESS) warning ??= notice;
  };
  client.on('notice', onNotice);
  try {
    const rows = await settle(client, monthOf(at), at, charges);
    client.off('notice', onNotice);
    client.release();
    // A commit that was ended while it waited for the standby succeeds with a warning: it may be lost in a failover.
    if (warning) return { failed: new Error(`settled with a warning: ${warning.message}`), unknown: true };
    return { settled: new Map(rows.map((row) => [row.key_id, row])) };
  } catch (failed) {
    const refusal = REFUSALS[(failed as { code?: string }).code ?? ''];
    client.off('notice', onNotice);
    client.release(refusal === undefined && (failed as Error));
    return refusal === undefined ? { failed, unknown: !rolledBack(failed as Error) } : { refusal };
  }
}

/**
 * The outcome was not heard, so the same settlement is sent again: it adds nothing where the first was made, waits for
 * one that is still under way, and makes one that never arrived. No longer than a request can wait.
 */
async function settleAgain(db: Db, at: Date, charges: Charge[], first: Outcome): Promise<Outcome> {
  const until_ms = performance.now() + PATIENCE_MS;
  let last = first;
  const again = async (): Promise<Outcome> => {
    while (performance.now() < until_ms) {
      const outcome = await settleOnce(db, at, charges);
      // A connection that cannot be had says nothing about the first settlement.
      if (!('failed' in outcome)) return outcome;
      last = { failed: outcome.failed, unknown: true };
      await sleep(100);
    }
    return last;
  };
  return Promise.race([again(), sleep(PATIENCE_MS).then(() => last)]);
}

/**
 * Whether the server itself reported an error that ends the statement alone: nothing was committed. A FATAL or a PANIC
 * (a full disk, as it writes the commit) leaves that open, and so does a severity in another language.
 */
function rolledBack(error: Error & { severity?: string }): boolean {
  return error.severity === 'ERROR';
}
