import { randomUUID } from 'node:crypto';
import { limitedServices } from '../batch/limited-services.ts';
import { keepNewest } from '../http/bounded-memory.ts';
import { surely } from '../http/health/database-clock.ts';
import { failureLog } from '../http/health/failure-log.ts';
import type { Services } from '../http/services.ts';
import { answerPortion, InputsNotAnswered } from './answer-portion.ts';
import { deleteOldJobs } from './delete-jobs.query.ts';
import { giveBack, renewLease, type TakenJob, takeJob } from './jobs.query.ts';

/** Portions, of different jobs, that a process works on at once. */
const LANES = 2;
/** A third of the lease. */
const RENEWED_EVERY_MS = 20_000;
const LOOKS_EVERY_MS = 1000;
const DELETES_EVERY_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * Failures of a portion in a row that are only warnings. Their pauses add up to 16 s; later ones are logged as errors.
 */
const MOST_WARNED = 6;
/** Jobs whose write failures are counted. */
const MOST_COUNTED = 1000;

export interface JobRunner {
  /** Starts the work. Until then jobs only wait. */
  start(): void;
  /** Looks for a waiting job now, instead of at the next interval. */
  wake(): void;
  /** Resolves when the portions under way are written. */
  stop(): Promise<void>;
}

/** Works on the jobs in the background. Single calls go first, then batches. */
export function runJobs(services: Services): JobRunner {
  const { db, clock, log } = services;
  let stopping = false;
  let wakeAll: () => void = () => {};
  const attempt = failureLog(log, 'jobs not looked for');
  let deleted_ms = Number.NEGATIVE_INFINITY;
  const limited = limitedServices(services, 'job');
  /**
   * Consecutive failures of a job's portion, by job id, that have nothing to do with its inputs, such as a full disk.
   */
  const unwritten = new Map<string, number>();

  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  const work = async (): Promise<boolean> => {
    const lease = randomUUID();
    const job = await takeJob.first(db, { lease, at: clock.now() });
    if (!job) return false;
    const renewal = setInterval(() => {
      renewLease.run(db, { id: job.id, lease }).catch(() => {});
    }, RENEWED_EVERY_MS);
    try {
      await answerPortion(limited, job, lease);
      unwritten.delete(job.id);
    } catch (error) {
      services.metrics.jobFailed();
      await pause(job, lease, error);
    } finally {
      clearInterval(renewal);
    }
    return true;
  };

  /** Puts a job off. Only failures to answer count as attempts, after the last of which the inputs are refused. */
  const pause = async ({ id, attempts }: TakenJob, lease: string, error: unknown): Promise<void> => {
    const inputs_failed = error instanceof InputsNotAnswered;
    const failures = inputs_failed ? attempts : (unwritten.get(id) ?? 0);
    const fields = { job: id, error: String(error) };
    log[failures < MOST_WARNED ? 'warn' : 'error'](
      fields,
      'portion of a job not answered; it is tried again',
    );
    if (!inputs_failed) keepNewest(unwritten, id, failures + 1, MOST_COUNTED);
    const run_at = later(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures));
    await giveBack.run(db, { id, lease, run_at, attempts: inputs_failed ? attempts + 1 : attempts });
  };

  const deleteOld = async (): Promise<void> => {
    if (performance.now() - deleted_ms < DELETES_EVERY_MS) return;
    deleted_ms = performance.now();
    await deleteOldJobs(db, surely(clock), () => stopping);
  };

  const lane = async (first: boolean): Promise<void> => {
    while (!stopping) {
      let worked = false;
      await attempt(async () => {
        if (first) await deleteOld();
        worked = await work();
      });
      if (!worked && !stopping) await woken;
    }
  };

  let woken = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    woken = new Promise((resolve) => {
      timer = setTimeout(() => wakeAll(), LOOKS_EVERY_MS).unref();
      wakeAll = () => {
        clearTimeout(timer);
        resolve();
        if (!stopping) rest();
      };
    });
  };
  let lanes: Promise<void>[] = [];
  return {
    start() {
      rest();
      lanes = Array.from({ length: LANES }, (_, i) => lane(i === 0));
    },
    wake: () => wakeAll(),
    async stop() {
      stopping = true;
      wakeAll();
      await Promise.all(lanes);
    },
  };
}
