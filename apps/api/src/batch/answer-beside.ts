import type { OperationId } from '@domesday/contract';
import { ApiError } from '../http/errors.ts';
import { fingerprintOfText } from '../http/idempotency.ts';
import { answerItems, type Batch, refusedItems, refuseItem, unanswered } from './answer-item.ts';
import type { Answered } from './answered.ts';
import { unpricedOf } from './charged-before.ts';
import type { ItemsProcess } from './items-process.ts';
import type { LimitedServices } from './limited-services.ts';
import type { Item } from './read-items.ts';

/** Answers the items in a process for items, or in this one if there is none. Never throws. */
export async function answerBeside(
  services: LimitedServices,
  batch: Batch,
  items: readonly Item[],
): Promise<Answered[]> {
  const { itemsProcesses } = services;
  try {
    const unpriced = await unpricedOf(services, batch, items);
    return itemsProcesses
      ? await answerInProcess(services, itemsProcesses, { ...batch, unpriced }, items)
      : await answerItems(services, { ...batch, unpriced }, items);
  } catch (error) {
    return refusedItems(services, batch, items, error);
  }
}

async function answerInProcess(
  services: LimitedServices,
  beside: ItemsProcess,
  batch: Batch,
  items: readonly Item[],
): Promise<Answered[]> {
  const { entry, caller, request_id, defaults, unpriced } = batch;
  const answered = items.map((item) => unanswered(batch, item));
  const readable = [...items.keys()].filter((i) => items[i]!.problem === null);
  for (const [i, { problem }] of items.entries())
    if (problem) refuseItem(services, batch, answered[i]!, problem);
  if (readable.length === 0) return answered;
  try {
    // That process reads from the database what was paid for.
    if (items.some(asksForPast)) await services.paidQuestions.flush();
    const outcomes = await beside.answer({
      ...{ lane: services.lane, operation: entry.id as OperationId, caller, request_id, defaults, unpriced },
      fictional: batch.source === services.sources.fiction,
      notices: batch.notice || services.lane === 'job',
      items: readable.map((i) => items[i]!),
    });
    for (const [at, i] of readable.entries()) {
      const { fingerprint, refused, ...others } = outcomes[at]!;
      if (refused) services.metrics.refused(refused.code);
      Object.assign(answered[i]!, others, {
        fingerprint: fingerprint === null ? null : fingerprintOfText(fingerprint),
        refused: refused && new ApiError(refused.status, refused.code, refused.message, refused),
      });
    }
  } catch (error) {
    for (const i of readable) refuseItem(services, batch, answered[i]!, error);
  }
  return answered;
}

/** Whether an item may ask for a past release, whose answers are paid for once. */
const asksForPast = ({ values }: Item): boolean =>
  values !== null && (values.release !== undefined || values.as_of !== undefined);
