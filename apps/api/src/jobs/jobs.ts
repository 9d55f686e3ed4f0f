import type { Schema } from '@domesday/contract';
import { createBodySlots, createFileSlots } from '@domesday/open-network/slots';
import express, { type Request, type Response, type Router } from 'express';
import { isUuid } from '../accounts/keys.ts';
import { createSeats } from '../batch/seats.ts';
import { authenticate } from '../http/authenticate.ts';
import type { BesideId } from '../http/check/beside-operations.ts';
import { invalidParameter, notFound } from '../http/errors.ts';
import { linkTo } from '../http/forms/list-forms.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import { localsOf } from '../http/locals.ts';
import { noticeText } from '../http/meta/licences.ts';
import { FICTIONAL_HEADER } from '../http/meta/source.ts';
import { only } from '../http/operations.ts';
import { holdPlace } from '../http/overload.ts';
import { limitRate } from '../http/rate-limit.ts';
import type { Services } from '../http/services.ts';
import { queryBeside } from '../http/validate.ts';
import { createJob } from './create-job.ts';
import { deleteJobs } from './delete-jobs.query.ts';
import { deletedAt, endJob, type JobRow, jobById, jobsOfAccount } from './jobs.query.ts';
import { noticesBeside, sendResults } from './results.ts';
import type { JobRunner } from './run-jobs.ts';

type Job = Schema<'Job'>;
type Method = 'get' | 'post' | 'delete';
type Handle = (req: Request, res: Response) => Promise<unknown>;

/** `/jobs`: an operation for many inputs or for every home of an area, answered in the background. */
export function jobs(services: Services, runner: JobRunner): Router {
  const { db, clock } = services;
  const router = express.Router({ caseSensitive: true });
  const path = services.public_url ? new URL(services.public_url).pathname.replace(/\/$/, '') : '';
  const shown = (row: JobRow): Job => jobOf(row, path);
  const places = createBodySlots();
  const files = createFileSlots();
  // Requests of one account wait for each other on a lock, and must not use up the connections meanwhile.
  const creationSeats = createSeats(1);
  const route = (
    path: string,
    handlers: Partial<Record<Method, [BesideId, Handle]>>,
    ...beside: 'HEAD'[]
  ) => {
    const methods = [...Object.keys(handlers).map((method) => method.toUpperCase()), ...beside];
    const made = router.route(path).all(only(...methods));
    for (const [method, [id, handle]] of Object.entries(handlers))
      made[method as Method](authenticate(services, id), limitRate(services), handle);
  };

  const found = async (operation: BesideId, req: Request, res: Response): Promise<JobRow> => {
    const id = String(req.params.id);
    const { account_id } = localsOf(res).caller!;
    const job = isUuid(id) ? await jobById.first(db, { id, account_id, at: clock.now() }) : null;
    if (!job) throw notFound('job_not_found', 'The account has no job of this id.');
    await queryBeside(operation, req);
    return job;
  };

  const create: Handle = async (req, res) => {
    if (!holdPlace(places, services, req, res)) return;
    const created = await createJob(services, creationSeats, req, idempotencyKeyOf(req));
    if ('quote' in created) return void res.json(created.quote);
    runner.wake();
    if (!created.fresh) res.setHeader('Idempotency-Replayed', 'true');
    res.status(created.fresh ? 201 : 200).json(shown(created.job));
  };

  const list: Handle = async (req, res) => {
    const { limit, cursor } = await queryBeside<{ limit: number; cursor?: string }>('jobs.list', req);
    const { account_id } = localsOf(res).caller!;
    const parameters = { account_id, ...placeOf(cursor), at: clock.now(), limit: limit + 1 };
    const rows = await jobsOfAccount.rows(db, parameters);
    const last = rows.length > limit ? rows[limit - 1]! : null;
    const next_cursor = last && `${last.created_at.toISOString()}_${last.id}`;
    res.set(linkTo({ limit }, next_cursor)).json({ jobs: rows.slice(0, limit).map(shown), next_cursor });
  };

  const cancel: Handle = async (req, res) => {
    const { id } = await found('jobs.cancel', req, res);
    await endJob.run(db, { id, lease: null, state: 'cancelled', reason: null, at: clock.now() });
    res.json(shown(await found('jobs.cancel', req, res)));
  };

  const remove: Handle = async (req, res) => {
    const { id } = await found('jobs.delete', req, res);
    // End the job first, so that nothing more is answered and charged during the deletion.
    await endJob.run(db, { id, lease: null, state: 'cancelled', reason: null, at: clock.now() });
    await deleteJobs(db, [id]);
    res.status(204).end();
  };

  const results: Handle = async (req, res) => {
    if (!holdPlace(files, services, req, res)) return;
    const job = await found('jobs.results', req, res);
    const source = await services.sources.choose();
    const fictional = job.fictional ?? (await source.loadedData()).fictional;
    if (fictional) res.setHeader(FICTIONAL_HEADER, 'true');
    await sendResults(db, source, job, req, res);
  };

  const notice: Handle = async (req, res) => {
    const job = await found('jobs.notice', req, res);
    const notices = await noticesBeside(db, await services.sources.choose(), job);
    res.setHeader('Content-Disposition', 'attachment; filename="NOTICE.txt"');
    res.type('text/plain').send(noticeText(`Results of the job ${job.id}`, notices));
  };

  route('/jobs', { get: ['jobs.list', list], post: ['jobs.create', create] });
  route('/jobs/:id', {
    get: ['jobs.get', async (req, res) => res.json(shown(await found('jobs.get', req, res)))],
    delete: ['jobs.delete', remove],
  });
  route('/jobs/:id/cancel', { post: ['jobs.cancel', cancel] });
  // Programs that download a file or open it by URL ask for its headers first, so HEAD is served, free.
  route('/jobs/:id/results', { get: ['jobs.results', results] }, 'HEAD');
  route('/jobs/:id/notice', { get: ['jobs.notice', notice] }, 'HEAD');
  return router;
}

/** A job as the contract describes it. `path` is the path of the public address, before /v1. */
function jobOf(row: JobRow, path: string): Job {
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    id: row.id,
    operation: row.operation,
    source: row.source,
    state: row.state as Job['state'],
    reason: row.reason as Job['reason'],
    items: row.items,
    items_done: row.items_done,
    items_refused: row.items_refused,
    credit_ceiling: row.credit_ceiling,
    credits_at_most: row.credits_at_most,
    credits: row.credits,
    would_be_credits: row.would_be_credits,
    result_bytes: row.result_bytes,
    dataset_releases: row.releases,
    created_at: row.created_at.toISOString(),
    started_at: iso(row.started_at),
    finished_at: iso(row.finished_at),
    deleted_at: iso(deletedAt(row)),
    results: `${path}/v1/jobs/${row.id}/results`,
  };
}

/** The place in the list after which a page begins, from a cursor. */
function placeOf(cursor: string | undefined): { before: Date | null; before_id: string | null } {
  if (cursor === undefined) return { before: null, before_id: null };
  const [time = '', id = '', ...more] = cursor.split('_');
  const before = new Date(time);
  // PostgreSQL has a smaller range of years than Date.
  const is_time = /^[1-9]\d{3}-/.test(time) && !Number.isNaN(before.getTime());
  if (!is_time || !isUuid(id) || more.length > 0)
    throw invalidParameter('cursor', 'is no cursor of this list');
  return { before, before_id: id };
}
