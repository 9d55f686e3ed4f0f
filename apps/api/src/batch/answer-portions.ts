import { setTimeout as sleep } from 'node:timers/promises';
import { keepWhile } from '@domesday/open-network/connections';
import { watchAnswer } from '@domesday/open-network/reading';
import type { Response } from 'express';
import { UNKNOWN_KEY } from '../accounts/secrets.ts';
import { invalidKey } from '../http/errors.ts';
import { localsOf } from '../http/locals.ts';
import { createNotices } from '../http/meta/licences.ts';
import type { Services } from '../http/services.ts';
import { answerBeside } from './answer-beside.ts';
import { type Batch, noteAgain, refusedItems } from './answer-item.ts';
import { type Answered, releasesOf } from './answered.ts';
import { chargeItems, notePaid, takeBackItems } from './charge-items.ts';
import { countItems } from './count-items.ts';
import { mostPortions } from './items-processes.ts';
import type { LimitedServices } from './limited-services.ts';
import type { Item } from './read-items.ts';
import { sendLines } from './send-lines.ts';

/** Items that are answered, charged and sent together. */
const PORTION = 50;
/** Portions that a key may have answered in the window of the rate limit, for each request that its plan allows. */
const PORTIONS_A_REQUEST = 40;
/** The first and the longest wait before the next portion while the database is away. */
const AWAY_MS = 250;
const LONGEST_AWAY_MS = 2000;

/** Answers a batch portion by portion. A client that disconnects has paid for the answers already handed over. */
export async function answerPortions(
  services: LimitedServices,
  res: Response,
  portions: AsyncIterable<Item[]>,
  batch: Batch,
): Promise<void> {
  localsOf(res).batch = { operation: batch.entry.id, items: 0, credits: 0 };
  res.status(200).setHeader('Content-Type', batch.answers.content_type);
  if (batch.answers.head) res.write(batch.answers.head);
  let last: Answered[] = [];
  // The client may not have read the last portion, so the same items are free for a minute.
  const noteLast = () => {
    for (const item of last)
      if (item.credits > 0) services.cutCalls.note(batch.caller.key_id, item.fingerprint!.canonical());
      else noteAgain(services, batch, item);
  };
  watchAnswer(res, (was_read) => was_read || noteLast());
  const notices = createNotices();
  const releases = new Set<string>();
  /** Consecutive portions for which the database was away. */
  let away = 0;
  const settle = async (answered: Answered[]) => {
    if (batch.notice) for (const { made } of answered) notices.add(made?.notices ?? []);
    for (const release of releasesOf(answered)) releases.add(release);
    await chargeAndSend(services, res, batch, answered);
    away = answered.some(({ refused }) => refused?.code === 'unavailable') ? away + 1 : 0;
    last = answered;
    if (res.closed && !localsOf(res).handed_over) noteLast();
  };
  const most_under_way = mostPortions(services.itemsProcesses?.count ?? 1);
  const under_way: Promise<void>[] = [];
  const begin = (items: readonly Item[], refusal: unknown): void => {
    const previous = under_way.at(-1);
    const answers =
      refusal === null ? answerBeside(services, batch, items) : refusedItems(services, batch, items, refusal);
    const settleInOrder = async () => {
      const answered = await answers;
      await previous;
      await services.giveWay();
      await settle(answered);
    };
    const work = settleInOrder();
    keepWhile(res.req, work);
    under_way.push(work);
  };
  try {
    for await (const items of portions) {
      for (let from = 0; from < items.length && !res.closed; from += PORTION) {
        if (under_way.length === most_under_way) await under_way.shift();
        // Refusing takes no time: without a wait, a long batch would be refused whole before the database is back.
        if (away > 0) await sleep(Math.min(AWAY_MS * 2 ** (away - 1), LONGEST_AWAY_MS));
        const refusal = await admit(services, res, batch);
        begin(items.slice(from, from + PORTION), refusal);
      }
      if (res.closed) return;
    }
  } finally {
    // If the client has left, reading its body throws, but the charges of the portions under way must still be settled.
    await under_way.at(-1);
  }
  if (res.closed) return;
  if (batch.notice)
    res.write(batch.answers.noticeOf({ licences: notices.all(), dataset_releases: [...releases] }));
  res.end();
}

/** Charges and sends answered items. Items that could not be sent are not charged. Never throws. */
async function chargeAndSend(
  services: Services,
  res: Response,
  batch: Batch,
  answered: Answered[],
): Promise<void> {
  const charged = res.closed ? new Map() : await chargeItems(services, batch, answered);
  const begun = !res.closed;
  const lines = answered.map((item) => batch.answers.lineOf(item, services.public_url));
  const count = await sendLines(res, lines);
  const [sent, unsent] = [answered.slice(0, count), answered.slice(count)];
  notePaid(services, batch, sent);
  await takeBackItems(services, batch, unsent, charged, begun);
  record(services, res, batch, sent, true);
  record(services, res, batch, unsent, false);
}

/**
 * Looks the key up again before a portion, and waits until its plan allows one more. Returns why the portion is refused
 * (the key was revoked meanwhile or could not be looked up); null if the portion may be answered.
 */
async function admit(services: Services, res: Response, batch: Batch): Promise<unknown> {
  let refusal: unknown = null;
  try {
    const caller = await services.callers.find(batch.key_hash);
    if (caller) batch.caller = caller;
    else refusal = invalidKey(UNKNOWN_KEY);
  } catch (error) {
    refusal = error;
  }
  await waitForBudget(services, res, batch.caller);
  return refusal;
}

/** Waits while the key has used up the items that its plan allows in ten seconds. */
async function waitForBudget({ limiter }: Services, res: Response, { key_id, rate_limit }: Batch['caller']) {
  while (!res.closed) {
    const allowance = await limiter.take(`items ${key_id}`, rate_limit * PORTIONS_A_REQUEST);
    if (allowance.allowed) return;
    await sleep(Math.min(Math.max(allowance.free_in_ms, 10), 1000));
  }
}

/** Counts the items, and adds them to the totals in the log line of the batch. */
function record(
  services: Services,
  res: Response,
  { entry, caller }: Batch,
  items: readonly Answered[],
  sent: boolean,
): void {
  countItems(services, entry, caller.key_id, items, sent);
  const totals = localsOf(res).batch!;
  totals.items += items.length;
  totals.credits += items.reduce((sum, { credits }) => sum + credits, 0);
}
