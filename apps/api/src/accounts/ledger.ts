import type { Db, DbClient } from '@domesday/db';
import { type Charge, type Settled, settle } from './ledger.query.ts';
import { monthOf } from './month.ts';
import { createUnknownOutcomes, type UnknownOutcomes } from './unknown-outcome.ts';

export type { Charge } from './ledger.query.ts';

export interface Ledger {
  /** Resolves once the charge is durable, or with the reason why it was not made. */
  charge(charge: Charge): Promise<Settled | Refusal>;
  /** Clears up what a lost connection left open, as far as the database can be asked. */
  stop(): Promise<void>;
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
    stop: () => unknown.stop(),
  };
}

interface Settling {
  db: Db;
  unknown: UnknownOutcomes;
  now: () => Date;
  onSettled: (charges: number) => void;
}

/** Settles the batch; where one of it must be refused, its halves in order, so that each that fits is granted. */
async function settleBatch(settling: Settling, batch: Waiting[], attempt = 1): Promise<void> {
  const { db, now, onSettled } = settling;
  const charges = batch.map((w) => w.charge);
  let client: DbClient;
  try {
    client = await db.connect();
  } catch (error) {
    for (const w of batch) w.reject(error);
    return;
  }
  const at = now();
  try {
    const settled = await settle(client, monthOf(at), at, charges);
    client.release();
    onSettled(batch.length);
    const byKey = new Map(settled.map((row) => [row.key_id, row]));
    for (const w of batch) w.resolve(byKey.get(w.charge.key_id)!);
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    const refusal = REFUSALS[code];
    client.release(refusal === undefined && (error as Error));
    if (refusal !== undefined) {
      if (batch.length === 1) return batch[0]!.resolve(refusal);
      const middle = Math.ceil(batch.length / 2);
      await settleBatch(settling, batch.slice(0, middle));
      await settleBatch(settling, batch.slice(middle));
    } else if (rolledBack(error as Error)) for (const w of batch) w.reject(error);
    else await afterLoss(settling, { batch, attempt, at, pid: pidOf(client) }, error);
  }
}

/** The connection broke before the outcome was told: what was charged is answered, the rest is tried once more. */
async function afterLoss(
  settling: Settling,
  { batch, attempt, at, pid }: { batch: Waiting[]; attempt: number; at: Date; pid: number },
  error: unknown,
): Promise<void> {
  const { unknown } = settling;
  const charges = batch.map((w) => w.charge);
  const made = await unknown.learn(pid, at, charges);
  if (made === null) unknown.refused(pid, at, charges);
  const open = batch.filter((w) => !made?.has(w.charge.request_id));
  for (const w of batch) {
    const settled = made?.get(w.charge.request_id);
    if (settled) w.resolve(settled);
  }
  if (open.length === 0) return;
  if (made !== null && attempt === 1) await settleBatch(settling, open, 2);
  else for (const w of open) w.reject(error);
}

/**
 * Whether the server itself reported an error that ends the statement alone: nothing was committed. A FATAL or a PANIC
 * (a full disk, as it writes the commit) leaves that open, and so does a severity in another language.
 */
function rolledBack(error: Error & { severity?: string }): boolean {
  return error.severity === 'ERROR';
}

function pidOf(client: DbClient): number {
  return (client as DbClient & { processID?: number }).processID ?? 0;
}
