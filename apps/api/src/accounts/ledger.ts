import type { Db } from '@domesday/db';
import { type Charge, type Settled, settle } from './ledger.query.ts';
import { monthOf } from './month.ts';

export type { Charge } from './ledger.query.ts';

export interface Ledger {
  /** Resolves once the charge is durable, or with the reason why it was not made. */
  charge(charge: Charge): Promise<Settled | Refusal>;
}

/** overdrawn: the account or the key cannot pay. answered: the same Idempotency-Key was answered meanwhile. */
export type Refusal = 'overdrawn' | 'answered';

const REFUSALS: Record<string, Refusal> = { DD402: 'overdrawn', DD409: 'answered' };
const LARGEST_BATCH = 500;

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

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH);
      waiting = waiting.slice(LARGEST_BATCH);
      await settleBatch(db, now(), batch, onSettled);
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
  };
}

/** Settles the batch; where one of it must be refused, its halves in order, so that each that fits is granted. */
async function settleBatch(
  db: Db,
  at: Date,
  batch: Waiting[],
  onSettled: (charges: number) => void,
): Promise<void> {
  try {
    const settled = await settle(
      db,
      monthOf(at),
      at,
      batch.map((w) => w.charge),
    );
    onSettled(batch.length);
    const byKey = new Map(settled.map((row) => [row.key_id, row]));
    for (const w of batch) w.resolve(byKey.get(w.charge.key_id)!);
  } catch (error) {
    const refusal = REFUSALS[(error as { code?: string }).code ?? ''];
    if (!refusal) {
      for (const w of batch) w.reject(error);
      return;
    }
    if (batch.length === 1) {
      batch[0]!.resolve(refusal);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await settleBatch(db, at, batch.slice(0, middle), onSettled);
    await settleBatch(db, at, batch.slice(middle), onSettled);
  }
}
