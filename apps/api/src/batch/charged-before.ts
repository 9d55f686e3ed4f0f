import { remainingCredits } from '../accounts/callers.ts';
import { markReplayed, storedKeys } from '../accounts/stored-answers.query.ts';
import { surely } from '../http/health/database-clock.ts';
import { isOfRequest } from '../http/idempotency.ts';
import type { Services } from '../http/services.ts';
import type { Batch } from './answer-item.ts';
import type { Answered } from './answered.ts';

/** An item by its place in the batch. */
type Indexed = { index: number };

/**
 * The name of an item's charge. The Idempotency-Key of a single call never contains a space, so the two cannot collide.
 */
export const nameOf = ({ idempotency_key }: Batch, { index }: Indexed): string =>
  `${idempotency_key} ${index}`;

/** What is stored of a charge under an Idempotency-Key. */
type Stored = Awaited<ReturnType<typeof storedKeys.rows>>[number];

/** The items that an earlier batch with the same Idempotency-Key was charged for, by index. */
async function chargedBefore(
  services: Services,
  batch: Batch,
  items: readonly Indexed[],
): Promise<Map<number, Stored>> {
  if (batch.idempotency_key === null || items.length === 0) return new Map();
  const indexes = new Map(items.map((item) => [nameOf(batch, item), item.index]));
  const rows = await storedKeys.rows(services.db, {
    key_id: batch.caller.key_id,
    names: [...indexes.keys()],
    at: surely(services.clock),
  });
  return new Map(rows.map((row) => [indexes.get(row.idempotency_key)!, row]));
}

/** Whether an item repeats one that was charged under its Idempotency-Key and index, or is another one. */
export type Repetition = 'same' | 'other';

/**
 * What the items are to those that an earlier batch with the same Idempotency-Key was charged for, by index. The
 * charges of those that are the same are not taken back any more, since this batch is given their answers free.
 */
export async function repetitionsOf(
  services: Services,
  batch: Batch,
  items: readonly Answered[],
): Promise<Map<number, Repetition>> {
  const known = await chargedBefore(services, batch, items);
  if (known.size === 0) return new Map();
  const same = items.filter(({ index, fingerprint }) => {
    const stored = known.get(index);
    if (stored === undefined) return false;
    return isOfRequest(stored, { fingerprint: fingerprint!.former(), canonical: fingerprint!.canonical() });
  });
  const unmarked = same.filter(({ index }) => !known.get(index)!.replayed).map((item) => nameOf(batch, item));
  const names = new Set(unmarked);
  if (unmarked.length > 0)
    for (const row of await markReplayed.rows(services.db, { key_id: batch.caller.key_id, names: unmarked }))
      names.delete(row.idempotency_key);
  const repetitions = new Map<number, Repetition>();
  for (const index of known.keys()) repetitions.set(index, 'other');
  for (const item of same) {
    // Its charge was taken back meanwhile.
    if (names.has(nameOf(batch, item))) repetitions.delete(item.index);
    else repetitions.set(item.index, 'same');
  }
  return repetitions;
}

/**
 * Indexes of the items that may cost nothing, where the credits may not pay for all: what an earlier batch paid for,
 * and all items of a key whose answers were cut a moment ago, since only the charge can tell which those were.
 */
export async function unpricedOf(
  services: Services,
  batch: Batch,
  items: readonly Indexed[],
): Promise<ReadonlySet<number>> {
  const dearest = batch.entry.credits * items.length;
  if (batch.caller.mode === 'test' || remainingCredits(batch.caller) >= dearest) return new Set();
  batch.caller = (await services.callers.refresh(batch.key_hash)) ?? batch.caller;
  if (services.cutCalls.any(batch.caller.key_id)) return new Set(items.map(({ index }) => index));
  return new Set((await chargedBefore(services, batch, items)).keys());
}
