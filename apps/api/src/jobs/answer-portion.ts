import { inTransaction } from '@domesday/db';
import { addSpent, type Caller, remainingCredits } from '../accounts/callers.ts';
import { type Charge, settle } from '../accounts/ledger.query.ts';
import { OVERDRAWN } from '../accounts/ledger.ts';
import { monthOf } from '../accounts/month.ts';
import { writePaid } from '../accounts/paid-questions.ts';
import { answerBeside } from '../batch/answer-beside.ts';
import { NDJSON } from '../batch/answer-forms.ts';
import type { Batch } from '../batch/answer-item.ts';
import { type Answered, releasesOf } from '../batch/answered.ts';
import { operationOf } from '../batch/batch-request.ts';
import { countItems } from '../batch/count-items.ts';
import type { LimitedServices } from '../batch/limited-services.ts';
import { noteCharged, wasPaid } from '../batch/paid-once.ts';
import { handlers } from '../generated/routes.ts';
import { noticeRows } from '../http/meta/licences.ts';
import type { Source } from '../http/meta/source.ts';
import { cannotPay } from '../http/pay.ts';
import type { Services } from '../http/services.ts';
import { addNotices, endJob, finishPortion, inputsOf, type TakenJob } from './jobs.query.ts';
import { itemsOf } from './stored-items.ts';

const MOST_RESULT_BYTES = 1024 * 1024 * 1024;
/** How often a portion is tried again before a server fault becomes the answer of its inputs. */
const MOST_ATTEMPTS = 8;
/** How often charges are tried again after other calls have spent the credits meanwhile. */
const MOST_CHARGES = 3;

/** The server failed to answer inputs. If only writing a portion fails, its inputs are not to blame. */
export class InputsNotAnswered extends Error {}

/** Answers the next portion of a job; writes its lines, charges and progress in one transaction. */
export async function answerPortion(services: LimitedServices, job: TakenJob, lease: string): Promise<void> {
  const end = (state: string, reason: string | null) =>
    endJob.run(services.db, { id: job.id, lease, state, reason, at: services.clock.now() });
  const caller = await services.callers.find(job.hash);
  if (!caller) return void (await end('stopped', 'invalid_key'));
  const inputs = await inputsOf.first(services.db, { job_id: job.id, portion: job.portions_done });
  if (!inputs) return void (await end('done', null));
  const items = itemsOf(inputs.items, job.items_done, JSON.parse(job.parameters));
  const source = await services.sources.choose();
  const { fictional } = await source.loadedData();
  if (job.fictional !== null && job.fictional !== fictional)
    return void (await end('stopped', 'data_replaced'));
  const batch = batchOf(job, caller, source);
  const answered = await answerBeside(services, batch, items);
  const fault = answered.find(({ refused }) => refused && refused.status >= 500);
  if (fault && job.attempts < MOST_ATTEMPTS) throw new InputsNotAnswered(fault.refused!.message);
  for (let tries = 1; ; tries++) {
    try {
      return await write(services, batch, job, lease, answered);
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== OVERDRAWN || tries >= MOST_CHARGES) throw thrown;
      batch.caller = (await services.callers.refresh(job.hash)) ?? caller;
    }
  }
}

function batchOf(job: TakenJob, caller: Caller, source: Source): Batch {
  const { entry, form } = operationOf(job.operation);
  return {
    ...{ entry, form, caller, source },
    handler: handlers[entry.id],
    key_hash: job.hash,
    request_id: job.id,
    idempotency_key: null,
    defaults: job.meta === 'lean' ? { meta: 'lean' } : {},
    notice: false,
    answers: NDJSON,
  };
}

/** Writes a portion in one transaction. Nothing is written if the job was cancelled or is leased to another process. */
async function write(
  services: Services,
  batch: Batch,
  job: TakenJob,
  lease: string,
  answered: readonly Answered[],
): Promise<void> {
  const at = services.clock.now();
  const { caller, entry } = batch;
  const { paid, reason } = payable(batch, job, answered);
  const charged = paid.filter(({ credits }) => credits > 0);
  const sum = (name: 'credits' | 'would_be_credits') => paid.reduce((all, item) => all + item[name], 0);
  const lines = paid.map((item) => NDJSON.lineOf(item, services.public_url)).join('');
  const bytes = Buffer.byteLength(lines);
  const too_large = job.result_bytes + bytes > MOST_RESULT_BYTES && job.items_done + paid.length < job.items;
  const over = reason ?? (too_large ? 'results_too_large' : null);
  const done = job.items_done + paid.length >= job.items;
  const written = await inTransaction(services.db, async (client) => {
    const noted = await finishPortion.first(client, {
      ...{ id: job.id, lease, at, lines, bytes },
      portion: job.portions_done,
      first_index: job.items_done,
      done: paid.length,
      refused: paid.filter(({ refused }) => refused).length,
      credits: sum('credits'),
      would_be_credits: sum('would_be_credits'),
      releases: releasesOf(paid),
      state: over ? 'stopped' : done ? 'done' : 'running',
      reason: over,
    });
    if (!noted) return false;
    const notices = noticeRows(paid.flatMap(({ made }) => made?.notices ?? []));
    if (notices.sources.length > 0) await addNotices.run(client, { job_id: job.id, ...notices });
    const charges = charged.map((item) => chargeOf(batch, item));
    // The next portion may be answered by another process.
    const questions = charged.flatMap(({ made }) => made?.question ?? []);
    if (questions.length > 0) await writePaid(client, caller.account_id, questions);
    // Settle last: it locks the counters of the account, which other calls wait for.
    if (charges.length > 0) await settle(client, monthOf(at), at, charges);
    return true;
  });
  if (!written) return;
  if (charged.length > 0) services.metrics.settled(charged.length);
  for (const item of charged) item.charged_at = at;
  addSpent(caller, sum('credits'), at);
  countItems(services, entry, caller.key_id, paid);
}

interface Payable {
  paid: readonly Answered[];
  /** Why the next item cannot be paid; null if all items can be. */
  reason: string | null;
}

/** The items before the first that exceeds the job's ceiling or the key's credits, with their prices set. */
function payable({ caller }: Batch, job: TakenJob, answered: readonly Answered[]): Payable {
  const live = caller.mode === 'live';
  const within_ceiling = job.credit_ceiling - (live ? job.credits : job.would_be_credits);
  const within_key = live ? remainingCredits(caller) : Number.POSITIVE_INFINITY;
  let spent = 0;
  // A new group for each try: payments of a try that was not written do not count.
  const together = {};
  for (const [i, item] of answered.entries()) {
    const credits = item.made && !wasPaid(together, item) ? item.price : 0;
    const unpaid = item.refused?.status === 402 ? item.refused.code : null;
    const sum = spent + credits;
    const ceiling = sum > within_ceiling ? 'credit_ceiling_reached' : null;
    const key = sum > within_key ? cannotPay(caller, sum).code : null;
    const reason = ceiling ?? unpaid ?? key;
    if (reason) return { paid: answered.slice(0, i), reason };
    spent = sum;
    item.credits = live ? credits : 0;
    item.would_be_credits = live ? 0 : credits;
    noteCharged(together, item);
  }
  return { paid: answered, reason: null };
}

/** The ledger accepts each request id once, so an input cannot be charged twice. */
function chargeOf({ caller, entry }: Batch, { credits, request_id }: Answered): Charge {
  const { account_id, key_id } = caller;
  return { account_id, key_id, operation: entry.id, credits, request_id };
}
