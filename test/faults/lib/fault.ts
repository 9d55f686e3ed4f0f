import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Asked,
  creditsOfAnswers,
  type Load,
  repeatUnanswered,
  startLoad,
  type Target,
} from './client.ts';
import { chargesFound, creditsFound, type Stage } from './stage.ts';

/** One line of the table. */
export interface Result {
  fault: string;
  /** What the client saw, in a few words. */
  saw: string;
  sent: number;
  answered: number;
  refused: number;
  /** Requests to which no answer came. */
  lost: number;
  /** Longest wait for an answer, milliseconds. */
  slowest_ms: number;
  /** Sum of the prices of the 2xx answers, after each unanswered repeatable request was repeated. */
  expected: number;
  found: number;
  /** Requests that were charged without an answer, and were answered free when repeated. */
  replayed: number;
  /** One sentence for each violation. */
  problems: string[];
}

/** A fault that cannot be caused on this machine, with the reason. */
export interface Skipped {
  fault: string;
  skipped: string;
}

export type Account = Target & { account_id: string };

/** Longest time a client may wait for its answer, whatever breaks. */
const TIMELY_MS = 15_000;

/**
 * Causes a fault under load: a period of calm, the fault, a period of calm again. Then every repeatable request without
 * an answer is repeated with its key, and the ledger is compared with what the clients received. `lossless`: no answer
 * may be lost on the way, so that requests without a key must balance exactly too. `fails: false`: the API may overcome
 * the fault without a refusal.
 */
export async function playFault(
  stage: Stage,
  fault: string,
  accounts: Account[],
  options: { lossless: boolean; workers?: number; fails?: boolean },
  strike: (felt: () => Promise<void>) => Promise<void>,
): Promise<Result> {
  const load = startLoad(accounts, options.workers ?? 6);
  const before = await calm(stage, load);
  await strike(() => untilFelt(load));
  const after = await calm(stage, load);
  await load.stop();
  return settle(stage, fault, accounts, load.asked, options, { before, after });
}

/**
 * Waits until a client is refused or cut off, at most as long as a client may wait. The API hides a short fault from
 * its clients: all requests may be waiting for their charges, which are retried for seconds.
 */
async function untilFelt(load: Load): Promise<void> {
  const felt = () => load.asked.some((one) => one.status !== 200);
  for (const until_ms = performance.now() + TIMELY_MS; performance.now() < until_ms && !felt(); )
    await sleep(50);
}

/**
 * A period of load, longer if the machine is too busy to answer anything within it, at most as long as a client may
 * wait. Returns the number of answers in it.
 */
export async function calm(stage: Stage, load: Load): Promise<number> {
  const began = load.asked.length;
  const answered = () => load.asked.slice(began).filter((one) => one.status === 200).length;
  await sleep(stage.beat_ms);
  for (const until_ms = performance.now() + TIMELY_MS; performance.now() < until_ms && !answered(); )
    await sleep(100);
  return answered();
}

export async function settle(
  stage: Stage,
  fault: string,
  accounts: Account[],
  asked: Asked[],
  options: { lossless: boolean; fails?: boolean },
  calm: { before: number; after: number },
): Promise<Result> {
  const problems: string[] = [];
  const count = (test: (one: Asked) => boolean) => asked.filter(test).length;
  const statuses = new Map<number, number>();
  for (const { status } of asked) if (status !== null) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const answered = count((one) => one.status === 200);
  const lost = count((one) => one.status === null);
  const slowest_ms = Math.round(Math.max(0, ...asked.map((one) => one.took_ms)));
  if (calm.before === 0) problems.push('nothing was answered before the fault');
  if (calm.after === 0) problems.push('nothing was answered after the fault');
  if (slowest_ms > TIMELY_MS) problems.push(`a client waited ${slowest_ms} ms`);
  if (options.lossless && lost > 0) problems.push(`${lost} requests got no answer`);
  for (const [status, n] of statuses) {
    if (status !== 200 && status !== 503) problems.push(`${n} answers were a ${status}`);
  }
  const hasty = count((one) => one.status === 503 && one.target.kind === 'rest' && one.retry_after === null);
  if (hasty) problems.push(`${hasty} refusals bore no Retry-After`);
  if (options.fails !== false && asked.length === answered) problems.push('the fault was not felt');

  const saw = [...statuses].sort().map(([status, n]) => `${n} × ${status}`);
  if (lost) saw.push(`${lost} × no answer`);
  // After a loss the API takes charges back within seconds of the database's return.
  await sleep(options.lossless && answered < asked.length ? 2500 : 500);
  for (const account of accounts.filter((a) => !a.repeatable)) {
    const mine = asked.filter((one) => one.target === account);
    const sure = weights(mine.filter((one) => one.status === 200));
    const unsure = weights(mine.filter((one) => one.status === null));
    const found = await creditsFound(stage.db, account.account_id);
    if (found < sure || found > sure + unsure)
      problems.push(`${found} credits were charged for answers of ${sure}, with ${unsure} lost on the wire`);
  }
  const repeatable = accounts.filter((a) => a.repeatable);
  const charged = await chargesFound(
    stage.db,
    repeatable.map((a) => a.account_id),
  );
  const replayed = charged - count((one) => one.target.repeatable && one.status === 200);
  // A cut tool call makes the next identical one free, which its result does not tell.
  const maybe_free = weights(asked.filter((one) => one.target.kind === 'mcp' && one.status === null));
  await repeatUnanswered(asked);
  let expected = 0;
  let found = 0;
  for (const account of repeatable) {
    const mine = asked.filter((one) => one.target === account);
    const never = mine.filter((one) => one.status !== 200).length;
    if (never) problems.push(`${never} requests were not answered when repeated`);
    expected += weights(mine.filter((one) => one.status === 200));
    found += await creditsFound(stage.db, account.account_id);
  }
  for (const account of accounts.filter((a) => !a.repeatable && options.lossless)) {
    expected += weights(asked.filter((one) => one.target === account && one.status === 200));
    found += await creditsFound(stage.db, account.account_id);
  }
  if (found > expected || found < expected - maybe_free)
    problems.push(`expected ${expected} credits, found ${found}`);
  return {
    fault,
    saw: saw.join(', '),
    sent: asked.length,
    answered,
    refused: asked.length - answered - lost,
    lost,
    slowest_ms,
    expected,
    found,
    replayed,
    problems,
  };
}

/** Price of the answers; an unanswered request may have been charged in full. */
function weights(asked: Asked[]): number {
  return creditsOfAnswers(asked.map((one) => (one.status === 200 ? one : { ...one, told: null })));
}
