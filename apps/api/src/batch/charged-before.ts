import { remainingCredits } from '../accounts/callers.ts';
import { markReplayed, storedKeys } from '../accounts/stored-answers.query.ts';
import { surely } from '../http/health/database-clock.ts';
import { isOfRequest } from '../http/idempotency.ts';
import type { Services } from '../http/services.ts';
import type { Batch } from './answer-item.ts';
import type { Answered } from './answered.ts';

/** An item identified by its index in the batch. */
type Indexed = { index: number };

/**
 * The name under which the charge of an item is stored. The Idempotency-Key of a single call never has a space, so the
 * two cannot collide.
 */
export const nameOf = ({ idempotency_key }: Batch, { index }: Indexed): string =>
  `${idempotency_key} ${index}`;

/** What is stored about a charge under an Idempotency-Key. */
type Stored = Awaited<ReturnType<typeof storedKeys.rows>>[number];

/** The stored charges of an earlier batch with the same Idempotency-Key, by the index of the item. */
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

/** Whether an item is the same request as, or another than, the one charged under its Idempotency-Key and index. */
export type Repetition = 'same' | 'other';

/**
 * Compares the items with those that an earlier batch with the same Idempotency-Key was charged for; by index. The
 * charges of equal items can no longer be taken back, because this batch gets their answers free.
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
    // The charge of this item was taken back meanwhile.
    if (names.has(nameOf(batch, item))) repetitions.delete(item.index);
    else repetitions.set(item.index, 'same');
  }
  return repetitions;
}

/**
 * Indexes of the items that may be free, in case the credits do not pay for all items: those that an earlier batch paid
 * for. If any answer of the key was cut off within the last minute, all items, since only the charge can tell which
 * repeat it.
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
