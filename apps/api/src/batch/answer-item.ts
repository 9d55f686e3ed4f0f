import type { OperationEntry } from '@domesday/contract';
import { type Caller, remainingCredits } from '../accounts/callers.ts';
import { keepNewest } from '../http/bounded-memory.ts';
import { requestCheck } from '../http/check/check-request.ts';
import { asApiError } from '../http/errors.ts';
import { isFreeAgain } from '../http/free-again.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { type AnyHandler, makeAnswer } from '../http/make-answer.ts';
import type { Source } from '../http/meta/source.ts';
import { cannotPay } from '../http/pay.ts';
import { priceOf } from '../http/price.ts';
import type { Services } from '../http/services.ts';
import type { AnswerForm } from './answer-forms.ts';
import type { Answered } from './answered.ts';
import type { ItemForm } from './item-request.ts';
import type { LimitedServices } from './limited-services.ts';
import type { Item } from './read-items.ts';

/** Distinct server faults remembered for items that are answered together, so that each is logged once. */
const MOST_ERRORS = 100;

/** What the answers of a batch's items depend on, apart from the items. */
export interface ItemsContext {
  entry: OperationEntry;
  handler: AnyHandler;
  form: ItemForm;
  caller: Caller;
  request_id: string;
  /** The source that all items are read from. */
  source: Source;
  /** Parameters for items that do not set them. */
  defaults: Record<string, unknown>;
  /** Indexes of the items that may turn out to be free, so that they are answered even if credits are lacking. */
  unpriced?: ReadonlySet<number>;
}

/** The settings that all items of a batch share. */
export interface Batch extends ItemsContext {
  key_hash: Buffer;
  idempotency_key: string | null;
  /** Whether a last line gives the notices of all licences. */
  notice: boolean;
  answers: AnswerForm;
}

/** An item before its answer. */
export function unanswered(batch: ItemsContext, { index, ref }: Item): Answered {
  return {
    index,
    ref,
    request_id: `${batch.request_id}.${index}`,
    fingerprint: null,
    made: null,
    refused: null,
    price: 0,
    credits: 0,
    would_be_credits: 0,
    charged_at: null,
    free_until_ms: null,
    took_ms: 0,
  };
}

/** Answers or refuses the items concurrently, so that batch loaders read for many at once. */
export async function answerItems(
  services: LimitedServices,
  batch: ItemsContext,
  items: readonly Item[],
): Promise<Answered[]> {
  const answers: Promise<Answered>[] = [];
  for (const item of items) {
    await services.giveWay();
    answers.push(answerItem(services, batch, item));
  }
  return Promise.all(answers);
}

async function answerItem(services: Services, batch: ItemsContext, item: Item): Promise<Answered> {
  const began = performance.now();
  const answered = unanswered(batch, item);
  const { request_id } = answered;
  try {
    if (item.problem) throw item.problem;
    const values = { ...batch.defaults, ...item.values };
    const request = await requestCheck(batch.entry)(batch.form.requestOf(values));
    const price = priceOf(batch.entry, request);
    answered.fingerprint = fingerprintOf(batch.entry, request);
    const { entry, caller, source } = batch;
    const fingerprint = answered.fingerprint.canonical;
    const free = price.due === 0 || caller.mode === 'test' || batch.unpriced?.has(item.index);
    if (!free && remainingCredits(caller) < price.least) {
      const repeated = { entry, caller, source, request, fingerprint };
      if (!(await isFreeAgain(services, repeated))) throw cannotPay(caller, price.least, price.due);
    }
    const call = { request_id, caller, request, price, source };
    const made = await makeAnswer(batch.entry, batch.handler, services, call);
    answered.made = made;
    answered.price = Math.min(made.credits, price.due);
  } catch (thrown) {
    refuseItem(services, batch, answered, thrown);
  }
  answered.took_ms = performance.now() - began;
  return answered;
}

/** Turns the item into a refusal that costs nothing. If it was a free repetition, it may be repeated free once more. */
export function refuseItem(services: Services, batch: ItemsContext, item: Answered, thrown: unknown): void {
  const { error, known } = asApiError(thrown);
  if (!known) logOnce(services, batch, item, String(thrown));
  services.metrics.refused(error.code);
  noteAgain(services, batch, item);
  Object.assign(item, { made: null, refused: error, credits: 0, would_be_credits: 0, free_until_ms: null });
}

/** Server faults already logged for each group of items that are answered together. */
const logged = new WeakMap<ItemsContext, Map<string, true>>();

/** A full disk or a fault fails every item of a portion, and again at each retry, so each message is logged once. */
function logOnce(services: Services, batch: ItemsContext, { request_id }: Answered, error: string): void {
  const known = logged.get(batch) ?? new Map<string, true>();
  logged.set(batch, known);
  if (known.has(error)) return;
  keepNewest(known, error, true, MOST_ERRORS);
  services.log.error(
    { request_id, operation: batch.entry.id, error },
    'item failed; others beside it that fail for the same reason are not logged',
  );
}

/** If the item repeats a call that was cut off, records that it may still be repeated free. */
export function noteAgain({ cutCalls }: Services, { caller }: ItemsContext, item: Answered): void {
  if (item.free_until_ms !== null)
    cutCalls.note(caller.key_id, item.fingerprint!.canonical(), item.free_until_ms);
}

/** Refuses all items for one reason, except that an item that could not be read keeps its own. */
export function refusedItems(
  services: Services,
  batch: ItemsContext,
  items: readonly Item[],
  thrown: unknown,
): Answered[] {
  const all = items.map((item) => unanswered(batch, item));
  for (const [i, { problem }] of items.entries()) refuseItem(services, batch, all[i]!, problem ?? thrown);
  return all;
}
