import { addSpent, noteSettled } from '../accounts/callers.ts';
import type { Charge } from '../accounts/ledger.ts';
import { ApiError } from '../http/errors.ts';
import { keyInUse, MOST_TRIES } from '../http/idempotency.ts';
import { cannotPay } from '../http/pay.ts';
import type { Services } from '../http/services.ts';
import { type Batch, noteAgain, refuseItem } from './answer-item.ts';
import type { Answered } from './answered.ts';
import { nameOf, type Repetition, repetitionsOf } from './charged-before.ts';
import { noteCharged, questionOf, wasPaid } from './paid-once.ts';

/** The charges that were made, so that they can be taken back. */
export type Charged = Map<Answered, Charge>;

/**
 * Charges the items of a portion in one commit. An item is free if an earlier batch with the same Idempotency-Key was
 * charged for it within 24 hours, or if it asks a past release the same as an item before it that was charged. An item
 * that cannot be paid, or whose charge fails, becomes a refusal. The others stay charged and must be sent. Never
 * throws.
 */
export async function chargeItems(
  services: Services,
  batch: Batch,
  items: readonly Answered[],
): Promise<Charged> {
  const paid = items.filter(({ made, price }) => made !== null && price > 0);
  const charged: Charged = new Map();
  const before = repetitionsOf(services, batch, paid);
  before.catch(() => {});
  const chargeOne = async (item: Answered, same: Promise<void> | undefined): Promise<void> => {
    try {
      await same;
      if (wasPaid(batch, item)) item.price = 0;
      const charge = await chargeItem(services, batch, item, (await before).get(item.index));
      noteCharged(batch, item);
      if (charge) charged.set(item, charge);
    } catch (thrown) {
      refuseItem(services, batch, item, thrown);
    }
  };
  const last = new Map<string | null, Promise<void>>();
  await Promise.all(
    paid.map((item) => {
      const question = questionOf(item);
      const charging = chargeOne(item, item.made!.paid_once ? last.get(question) : undefined);
      last.set(question, charging);
      return charging;
    }),
  );
  return charged;
}

/** Charges one item. Returns the charge; null where the item is free. */
async function chargeItem(
  services: Services,
  batch: Batch,
  item: Answered,
  repetition: Repetition | undefined,
): Promise<Charge | null> {
  const { caller } = batch;
  if (repetition !== undefined) return repeatFree(repetition);
  item.free_until_ms = services.cutCalls.repeats(caller.key_id, item.fingerprint!.canonical);
  const credits = item.free_until_ms === null ? item.price : 0;
  const charge = chargeOf(batch, item, caller.mode === 'live' ? credits : 0);
  if (charge.credits > 0 || charge.answer) {
    const settled = await chargeUnlessAnswered(services, batch, item, charge);
    if (settled === 'overdrawn') throw await unpaid(services, batch, credits);
    if (settled === null) return null;
    noteSettled(caller, settled);
    item.charged_at = settled.at;
  }
  item.credits = charge.credits;
  if (caller.mode === 'test') item.would_be_credits = credits;
  return charge;
}

/** Records answers that were paid for and handed over: the same question to the same release is then free. */
export function notePaid(
  { paidQuestions }: Services,
  { caller }: Batch,
  items: readonly Pick<Answered, 'credits' | 'made'>[],
): void {
  for (const { credits, made } of items)
    if (credits > 0 && made?.question) paidQuestions.note(caller.account_id, made.question);
  // Written at once, since the next request may reach another process.
  if (items.some(({ made }) => made?.paid_once)) void paidQuestions.flush();
}

/**
 * Takes back the charges of items that could not be sent. Two kinds of charges stay: those whose answer another batch
 * with the same Idempotency-Key got meanwhile and, if sending had `begun`, those for which `mayTakeBack` is false.
 */
export async function takeBackItems(
  services: Services,
  batch: Batch,
  items: readonly Answered[],
  charged: Charged,
  begun: boolean,
): Promise<void> {
  const paid = items
    .filter(({ credits }) => begun && credits > 0)
    .map(({ fingerprint }) => fingerprint!.canonical());
  const cut_before = new Set(
    [...new Set(paid)].filter((one) => !services.cutCalls.mayTakeBack(batch.caller.key_id, one)),
  );
  await Promise.all(
    items.map(async (item) => {
      const charge = charged.get(item);
      const stays =
        charge &&
        ((charge.credits > 0 && cut_before.has(item.fingerprint!.canonical())) ||
          !(await takeBackCharge(services, batch, charge, item.charged_at!)));
      if (stays) return notePaid(services, batch, [item]);
      noteAgain(services, batch, item);
      item.credits = 0;
      item.would_be_credits = 0;
    }),
  );
}

async function takeBackCharge(
  { ledger }: Services,
  { caller }: Batch,
  charge: Charge,
  charged_at: Date,
): Promise<boolean> {
  if (charge.credits === 0 && !charge.answer) return true;
  if (!(await ledger.takeBack(charge))) return false;
  addSpent(caller, -charge.credits, charged_at);
  return true;
}

/**
 * Charges an item. Null if another batch with the same Idempotency-Key was charged for this index meanwhile. If that
 * charge was taken back, because its answer could not be sent, this item is charged.
 */
async function chargeUnlessAnswered(services: Services, batch: Batch, item: Answered, charge: Charge) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const settled = await services.ledger.charge(charge);
    if (settled !== 'answered') return settled;
    const repetition = (await repetitionsOf(services, batch, [item])).get(item.index);
    if (repetition !== undefined) return repeatFree(repetition);
  }
  throw keyInUse();
}

function repeatFree(repetition: Repetition): null {
  if (repetition === 'same') return null;
  const message = 'The Idempotency-Key was used for another request of this index within 24 hours.';
  throw new ApiError(422, 'idempotency_key_reused', message);
}

function chargeOf(batch: Batch, item: Answered, credits: number): Charge {
  const { request_id, fingerprint } = item;
  const { caller, entry, idempotency_key } = batch;
  const charge: Charge = {
    account_id: caller.account_id,
    key_id: caller.key_id,
    operation: entry.id,
    credits,
    request_id,
  };
  if (idempotency_key === null) return charge;
  // Only the charge is stored: the answer is computed again.
  const answer = {
    idempotency_key: nameOf(batch, item),
    fingerprint: fingerprint!.former(),
    canonical: fingerprint!.canonical(),
    content_type: '',
    headers: {},
    body: '',
  };
  return { ...charge, answer };
}

async function unpaid(services: Services, batch: Batch, credits: number): Promise<ApiError> {
  const fresh = (await services.callers.refresh(batch.key_hash)) ?? batch.caller;
  Object.assign(batch.caller, fresh);
  return cannotPay(fresh, credits);
}
