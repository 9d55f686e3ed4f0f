import { randomUUID } from 'node:crypto';
import type { Schema } from '@domesday/contract';
import { inTransaction } from '@domesday/db';
import { count } from '@domesday/files/counted';
import type { Request } from 'express';
import { type Caller, remainingCredits } from '../accounts/callers.ts';
import { lockAccount } from '../accounts/keys.query.ts';
import { UNKNOWN_KEY } from '../accounts/secrets.ts';
import { mediaTypeOf } from '../batch/batch-request.ts';
import type { Item } from '../batch/read-items.ts';
import type { Seats } from '../batch/seats.ts';
import { handlers } from '../generated/routes.ts';
import { requestCheck } from '../http/check/check-request.ts';
import { malformed, searchOf } from '../http/check/request-values.ts';
import { ApiError, invalidKey, unprocessable } from '../http/errors.ts';
import { surely } from '../http/health/database-clock.ts';
import { allowLongBody } from '../http/listen.ts';
import { type Locals, localsOf } from '../http/locals.ts';
import { makeAnswer } from '../http/make-answer.ts';
import { priceOf } from '../http/price.ts';
import type { Services } from '../http/services.ts';
import { deleteJobs } from './delete-jobs.query.ts';
import { leavesOutPlace } from './home-places.ts';
import { homesOf, MOST_ITEMS, noHome } from './homes.ts';
import {
  addInputs,
  addJob,
  deleteReceiving,
  isOver,
  type JobRow,
  jobById,
  jobByIdempotencyKey,
  jobUsage,
  startJob,
} from './jobs.query.ts';
import { type JobRequest, readJob } from './read-job.ts';
import { type JobFingerprint, sentJob } from './sent-job.ts';
import { type Stored, storedOf } from './stored-items.ts';

/** Items that are answered and charged in one transaction. */
export const PORTION = 50;
const MOST_UNFINISHED = 100;
const MOST_KEPT_BYTES = 4 * 1024 * 1024 * 1024;
const PORTIONS_AT_ONCE = 20;
/** Codes of refusals that depend only on the parameters, not on the home. */
const PARAMETER_REFUSALS: ReadonlySet<string> = new Set([
  'invalid_parameter',
  'unknown_field',
  'release_not_kept',
]);
const UNIQUE_VIOLATION = '23505';

/** A new job, the job that an earlier request with the same Idempotency-Key started, or a quote. */
export type Created = { job: JobRow; fresh: boolean } | { quote: Schema<'JobQuote'> };

export async function createJob(
  services: Services,
  begins: Seats,
  req: Request,
  idempotency_key: string | null,
): Promise<Created> {
  const caller = localsOf(req.res!).caller!;
  // Before anything is known about the job: a repeated request takes as long to arrive as the first.
  if (mediaTypeOf(req) !== 'application/json') allowLongBody(req);
  const { body, fingerprint } = sentJob(req);
  const known = idempotency_key === null ? null : await startedBefore(services, caller, idempotency_key);
  const job_request = known ? await quoteAsked(req, body) : await readJob(req, body);
  if (job_request?.quote) return { quote: await quoteOf(services, localsOf(req.res!), job_request) };
  if (known || !job_request) {
    for await (const _ of body);
    return { job: sameRequest(known!, fingerprint()), fresh: false };
  }
  const id = randomUUID();
  await begins.run(() => beginJob(services, caller, id, job_request));
  try {
    const { items, credits, leaves_out_place } = await receive(
      services,
      localsOf(req.res!),
      job_request,
      async (first_portion, portions) => {
        await addInputs.run(services.db, {
          ...{ job_id: id, first_portion, portions },
          at: services.clock.now(),
        });
      },
    );
    const job = await startJob.one(services.db, {
      ...{ id, items, idempotency_key, leaves_out_place },
      credits_at_most: credits,
      credit_ceiling: job_request.credit_ceiling ?? credits,
      ...fingerprint(),
    });
    return { job, fresh: true };
  } catch (thrown) {
    await deleteReceiving.run(services.db, { id }).catch(() => {});
    // If only the reply of startJob was lost, the job runs and will be charged, so its client must learn of it.
    const { account_id } = caller;
    const job = await jobById
      .first(services.db, { id, account_id, at: services.clock.now() })
      .catch(() => null);
    if (job) return { job, fresh: true };
    if ((thrown as { code?: string }).code !== UNIQUE_VIOLATION)
      throw (await isOfClosed(services, localsOf(req.res!), thrown)) ? invalidKey(UNKNOWN_KEY) : thrown;
    // The same request was sent twice at once, and the other one has started the job.
    const started = (await startedBefore(services, caller, idempotency_key!))!;
    return { job: sameRequest(started, fingerprint()), fresh: false };
  }
}

/** Whether an error came about because the account was closed while the inputs arrived, and its job deleted. */
async function isOfClosed({ callers }: Services, { key_hash }: Locals, thrown: unknown): Promise<boolean> {
  if (thrown instanceof ApiError) return false;
  return callers.refresh(key_hash!).then(
    (caller) => caller === null,
    () => false,
  );
}

/** The request of a repetition that may ask for a quote; null if it does not, or is invalid. */
async function quoteAsked(req: Request, body: AsyncIterable<Buffer>): Promise<JobRequest | null> {
  const may_be = mediaTypeOf(req) === 'application/json' || searchOf(req).get('quote') === 'true';
  // Do not refuse: the first request was accepted, so its repetition must be.
  return may_be ? readJob(req, body).catch(() => null) : null;
}

async function startedBefore(
  { db, clock }: Services,
  { key_id }: Caller,
  idempotency_key: string,
): Promise<JobRow | null> {
  const key = { key_id, idempotency_key };
  const job = await jobByIdempotencyKey.first(db, key);
  if (!job || !isOver(job, surely(clock))) return job;
  // The job is past its days, so every other call answers 404 already.
  await deleteJobs(db, [job.id]);
  return jobByIdempotencyKey.first(db, key);
}

function sameRequest(job: JobRow, { request_hash, canonical_hash }: JobFingerprint): JobRow {
  if (job.canonical_hash === canonical_hash || job.request_hash === request_hash) return job;
  const message = 'The Idempotency-Key was used for another job.';
  const details = [{ field: 'Idempotency-Key', issue: 'belongs to another request' }];
  throw unprocessable('idempotency_key_reused', message, details);
}

async function beginJob(
  { db, clock, sources }: Services,
  caller: Caller,
  id: string,
  job_request: JobRequest,
): Promise<void> {
  const { account_id, key_id } = caller;
  const at = clock.now();
  const { fictional } = await (await sources.choose()).loadedData();
  await inTransaction(db, async (client) => {
    const { closed_at } = await lockAccount.one(client, { account_id });
    // The account may have been closed while the inputs arrived.
    if (closed_at) throw invalidKey('The account is closed, so no job was made.');
    const { unfinished, bytes } = await jobUsage.one(client, { account_id, at });
    if (unfinished >= MOST_UNFINISHED)
      throw tooMany(`The account has ${unfinished} unfinished jobs, as many as it may. Wait for one to end.`);
    if (bytes >= MOST_KEPT_BYTES)
      throw tooMany(
        'The account keeps 4 GB of results and inputs, as much as it may. Delete a job that you have read, or wait for one.',
      );
    await addJob.run(client, {
      ...{ id, account_id, key_id, fictional, at },
      operation: job_request.entry.id,
      source: job_request.area?.kind ?? 'items',
      parameters: JSON.stringify(job_request.parameters),
      meta: job_request.meta,
    });
  });
}

const tooMany = (message: string) => new ApiError(429, 'too_many_jobs', message, { retry_after_s: 10 });

async function quoteOf(
  services: Services,
  locals: Locals,
  job_request: JobRequest,
): Promise<Schema<'JobQuote'>> {
  const { key_hash, caller } = locals;
  const { items, credits } = await receive(services, locals, job_request, async () => {});
  // Reading the inputs may have taken minutes, and another process may have charged the key meanwhile.
  const now = (await services.callers.refresh(key_hash!)) ?? caller!;
  return {
    quote: true,
    operation: job_request.entry.id,
    items,
    credits_at_most: credits,
    credits_remaining: remainingCredits(now),
  };
}

/** Reads all inputs, adds up their highest prices, and stores them in portions. */
async function receive(
  services: Services,
  locals: Locals,
  job_request: JobRequest,
  store: (first_portion: number, portions: string[]) => Promise<void>,
): Promise<{ items: number; credits: number; leaves_out_place: boolean }> {
  const given = job_request.items ?? homes(services, locals, job_request);
  let [items, credits, stored] = [0, 0, 0];
  let leaves_out_place = false;
  let portion: Stored[] = [];
  let portions: string[] = [];
  const flush = async () => {
    if (portions.length > 0) await store(stored, portions);
    stored += portions.length;
    portions = [];
  };
  const close = () => {
    if (portion.length > 0) portions.push(JSON.stringify(portion));
    portion = [];
  };
  const home_price = job_request.area && (await priceOfHome(job_request));
  for await (const some of given) {
    for (const item of some) {
      if (++items > MOST_ITEMS) throw tooManyItems();
      credits += home_price ?? (await priceOfItem(job_request, item));
      leaves_out_place ||= leavesOutPlace({ ...job_request.parameters, ...item.values });
      portion.push(storedOf(item));
      if (portion.length === PORTION) close();
    }
    if (portions.length >= PORTIONS_AT_ONCE) await flush();
  }
  close();
  await flush();
  if (items === 0) throw job_request.area ? noHome(job_request.area) : malformed('has no input', null);
  return { items, credits, leaves_out_place };
}

const tooManyItems = () =>
  unprocessable(
    'query_too_broad',
    `A job has at most ${count(MOST_ITEMS)} inputs. Split it; of an area, most_homes and after_uprn make several jobs.`,
  );

async function* homes(services: Services, locals: Locals, job_request: JobRequest): AsyncGenerator<Item[]> {
  const { db } = await services.sources.choose();
  const uprns = await homesOf(db, job_request.area!);
  if (uprns.length > MOST_ITEMS) throw tooManyItems();
  if (uprns.length > 0) await tryFirst(services, locals, job_request, uprns[0]!);
  for (let from = 0; from < uprns.length; from += 1000)
    yield uprns.slice(from, from + 1000).map((uprn, i) => ({
      index: from + i,
      ref: String(uprn),
      values: { uprn: String(uprn) },
      problem: null,
    }));
}

/**
 * Answers for the first home, free, and throws the refusal if a parameter that all homes share causes it, such as an
 * unknown field: each home would be refused for it.
 */
async function tryFirst(
  services: Services,
  { caller, request_id }: Locals,
  { entry, form, parameters }: JobRequest,
  uprn: number,
): Promise<void> {
  const request = await requestCheck(entry)(form.requestOf({ ...parameters, uprn: String(uprn) }));
  const price = { ...priceOf(entry, request), quoted: true };
  const source = await services.sources.choose();
  const call = { request_id, caller: caller!, request, price, source };
  await makeAnswer(entry, handlers[entry.id], services, call).catch((thrown) => {
    const concernsParameters = thrown instanceof ApiError && PARAMETER_REFUSALS.has(thrown.code);
    if (concernsParameters && thrown.details.some(({ field }) => field !== null && field in parameters))
      throw thrown;
  });
}

/** The highest price of an input; 0 if it will be refused. */
async function priceOfItem(job_request: JobRequest, { values }: Item): Promise<number> {
  if (!values) return 0;
  return checkedPrice(job_request, values).catch(() => 0);
}

/** The highest price of a home. All homes share the parameters, so invalid parameters are refused here at once. */
const priceOfHome = (job_request: JobRequest): Promise<number> => checkedPrice(job_request, { uprn: '1' });

async function checkedPrice({ entry, form, parameters }: JobRequest, values: object): Promise<number> {
  const request = await requestCheck(entry)(form.requestOf({ ...parameters, ...values }));
  return priceOf(entry, request).due;
}
