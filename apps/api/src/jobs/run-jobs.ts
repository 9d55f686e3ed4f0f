import { randomUUID } from 'node:crypto';
import { limitedServices } from '../batch/limited-services.ts';
import { keepNewest } from '../http/bounded-memory.ts';
import { surely } from '../http/health/database-clock.ts';
import { failureLog } from '../http/health/failure-log.ts';
import type { Services } from '../http/services.ts';
import { answerPortion, InputsNotAnswered } from './answer-portion.ts';
import { deleteOldJobs } from './delete-jobs.query.ts';
import { giveBack, renewLease, type TakenJob, takeJob } from './jobs.query.ts';

/** Portions that a process works on at once, of different jobs. */
const LANES = 2;
/** A third of the lease. */
const RENEWED_EVERY_MS = 20_000;
const LOOKS_EVERY_MS = 1000;
const DELETES_EVERY_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 60_000;
/** Failures of a portion that are warnings: their pauses add up to 16 s, and whoever reads errors has to look then. */
const MOST_WARNED = 6;
/** Jobs whose failures to be written are counted. */
const MOST_COUNTED = 1000;

export interface JobRunner {
  /** Begins once; until then jobs only wait. */
  start(): void;
  /** A job may be waiting. */
  wake(): void;
  /** Resolves when the portions under way are written. */
  stop(): Promise<void>;
}

/**
 * Works on the jobs, some portions at once. Single calls go first, and then batches.
 */
export function runJobs(services: Services): JobRunner {
  const { db, clock, log } = services;
  let stopping = false;
  let wakeAll: () => void = () => {};
  const attempt = failureLog(log, 'jobs not looked for');
  let deleted_ms = Number.NEGATIVE_INFINITY;
  const limited = limitedServices(services, 'job');
  /** Failures one after the other that say nothing of the inputs, such as a full disk, by job. */
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

  /** Only faults `of_inputs` count towards that by which these are refused at last. */
  const pause = async ({ id, attempts }: TakenJob, lease: string, error: unknown): Promise<void> => {
    const of_inputs = error instanceof InputsNotAnswered;
    const failures = of_inputs ? attempts : (unwritten.get(id) ?? 0);
    const told = { job: id, error: String(error) };
    log[failures < MOST_WARNED ? 'warn' : 'error'](told, 'portion of a job not answered; it is tried again');
    if (!of_inputs) keepNewest(unwritten, id, failures + 1, MOST_COUNTED);
    const run_at = later(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures));
    await giveBack.run(db, { id, lease, run_at, attempts: of_inputs ? attempts + 1 : attempts });
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
