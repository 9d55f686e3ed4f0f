import { remainingCredits } from '../accounts/callers.ts';
import { storedKeys } from '../accounts/stored-answers.query.ts';
import type { Services } from '../http/services.ts';
import type { Batch } from './answer-item.ts';

/** An item by its place in the batch. */
type Indexed = { index: number };

/** The name of an item's charge. The Idempotency-Key of a single call never contains a space, so the two cannot collide. */
export const nameOf = ({ idempotency_key }: Batch, { index }: Indexed): string =>
  `${idempotency_key} ${index}`;

/** Fingerprints of the items that an earlier batch with the same Idempotency-Key was charged for, by index. */
export async function chargedBefore(
  services: Services,
  batch: Batch,
  items: readonly Indexed[],
): Promise<Map<number, string>> {
  if (batch.idempotency_key === null || items.length === 0) return new Map();
  const indexes = new Map(items.map((item) => [nameOf(batch, item), item.index]));
  const rows = await storedKeys.rows(services.db, {
    key_id: batch.caller.key_id,
    names: [...indexes.keys()],
    at: services.clock.now(),
  });
  return new Map(
    rows.map(({ idempotency_key, fingerprint }) => [indexes.get(idempotency_key)!, fingerprint]),
  );
}

/**
 * Indexes of the items that may cost nothing, where the credits may not pay for all: what an earlier batch paid for, and
 * all items of a key whose answers were cut a moment ago, since only the charge can tell which those were.
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
