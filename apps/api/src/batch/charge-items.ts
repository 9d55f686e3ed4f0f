import type { Charge } from '../accounts/ledger.ts';
import { keptKeys } from '../accounts/stored-answers.query.ts';
import { ApiError } from '../http/errors.ts';
import { cannotPay } from '../http/pay.ts';
import type { Services } from '../http/services.ts';
import type { Answered, Batch } from './answer-item.ts';

/** What was charged, so that it can be taken back. */
export type Charged = Map<Answered, Charge>;

/**
 * Charges the items of a portion in one commit. An item that an earlier batch with the same Idempotency-Key was charged
 * for within 24 hours is free; one that cannot be paid becomes a refusal.
 */
export async function chargeItems(
  services: Services,
  batch: Batch,
  items: readonly Answered[],
): Promise<Charged> {
  const paid = items.filter(({ made, credits }) => made !== null && credits > 0);
  const before = await chargedBefore(services, batch, paid);
  const charged: Charged = new Map();
  await Promise.all(
    paid.map(async (item) => {
      const known = before.get(nameOf(batch, item));
      if (known !== undefined) return repeatFree(item, known);
      if (services.cutCalls.repeats(batch.caller.key_id, item.fingerprint!)) item.credits = 0;
      if (batch.caller.mode === 'test') {
        item.would_be_credits = item.credits;
        item.credits = 0;
      }
      const charge = chargeOf(batch, item);
      if (charge.credits === 0 && !charge.answer) return;
      const settled = await services.ledger.charge(charge);
      if (settled === 'overdrawn') return refuse(item, await unpaid(services, batch, item.credits));
      if (settled === 'answered') return repeatFree(item, item.fingerprint!);
      batch.caller.account_used = Math.max(batch.caller.account_used, settled.account_used);
      batch.caller.key_used = Math.max(batch.caller.key_used, settled.key_used);
      charged.set(item, charge);
    }),
  );
  return charged;
}

/** Takes back what was charged for items that could not be sent. */
export async function takeBackItems(services: Services, batch: Batch, charged: Charged): Promise<void> {
  await Promise.all(
    [...charged].map(async ([item, charge]) => {
      await services.ledger.takeBack(charge);
      batch.caller.account_used -= charge.credits;
      batch.caller.key_used -= charge.credits;
      item.credits = 0;
    }),
  );
}

/** A space stands in no Idempotency-Key of a single call, so the two never meet. */
const nameOf = ({ idempotency_key }: Batch, { index }: Answered): string => `${idempotency_key} ${index}`;

/** Fingerprints of the items that were charged for before, by their names. */
async function chargedBefore(
  services: Services,
  batch: Batch,
  items: readonly Answered[],
): Promise<Map<string, string>> {
  if (batch.idempotency_key === null || items.length === 0) return new Map();
  const names = items.map((item) => nameOf(batch, item));
  const rows = await keptKeys.rows(services.db, {
    key_id: batch.caller.key_id,
    names,
    at: services.clock.now(),
  });
  return new Map(rows.map(({ idempotency_key, fingerprint }) => [idempotency_key, fingerprint]));
}

function repeatFree(item: Answered, fingerprint: string): void {
  item.credits = 0;
  if (fingerprint === item.fingerprint) return;
  const message = 'The Idempotency-Key was used for another request of this index within 24 hours.';
  refuse(item, new ApiError(422, 'idempotency_key_reused', message));
}

function chargeOf(batch: Batch, { request_id, credits, fingerprint, index }: Answered): Charge {
  const { caller, entry, idempotency_key } = batch;
  const charge: Charge = {
    account_id: caller.account_id,
    key_id: caller.key_id,
    operation: entry.id,
    credits,
    request_id,
  };
  if (idempotency_key === null) return charge;
  // The answer is worked out anew; that it was charged is what must be remembered.
  const answer = {
    idempotency_key: `${idempotency_key} ${index}`,
    fingerprint: fingerprint!,
    content_type: '',
    headers: {},
    body: '',
  };
  return { ...charge, answer };
}

async function unpaid(services: Services, batch: Batch, credits: number): Promise<ApiError> {
  const fresh = (await services.callers.refresh(batch.key_hash)) ?? batch.caller;
  Object.assign(batch.caller, fresh);
  return cannotPay(fresh, credits, services.clock.now());
}

function refuse(item: Answered, error: ApiError): void {
  item.made = null;
  item.refused = error;
  item.credits = 0;
}
