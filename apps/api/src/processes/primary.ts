import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { createLocalLimiter } from '../http/local-rate-limit.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export interface Primary {
  /** Lets every worker finish its requests, and ends them. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 2000;
/** Time without an answer after which a worker is killed and replaced. */
const DEAF_MS = 20_000;
/** Deaths within a minute, for each worker, at which the service stops. */
const MOST_DEATHS = 5;
const CALM_MS = 60_000;
/** Longest wait for the metrics of a worker. */
const METRICS_MS = 2000;

/**
 * Starts workers that answer on one port; this process hands them the connections in turn. It counts the rate limits
 * for all of them, sums their metrics, and replaces one that dies or stops responding; it answers no requests itself.
 */
export function startPrimary(count: number, log: Logger, onGivenUp: () => void): Primary {
  const limiter = createLocalLimiter(() => performance.now());
  const heard = new Map<Worker, number>();
  const metrics = gatherer(heard);
  let deaths: number[] = [];
  let stopping = false;

  const start = (): void => {
    const worker = cluster.fork();
    heard.set(worker, performance.now());
    const say = (message: ToWorker): void => void (worker.isConnected() && worker.send(message));
    worker.on('message', async (message: FromWorker) => {
      heard.set(worker, performance.now());
      if (message.kind === 'take') {
        const allowance = await limiter.take(message.key, message.limit);
        say({ kind: 'taken', id: message.id, allowance });
      } else if (message.kind === 'metrics') {
        say({ kind: 'all-metrics', id: message.id, text: await metrics.all() });
      } else if (message.kind === 'own-metrics') metrics.told(message.id, message.metrics);
    });
    worker.on('exit', (code, signal) => {
      heard.delete(worker);
      if (stopping) return;
      log.error({ pid: worker.process.pid, ended: signal ?? code }, 'a worker ended; starting another');
      const now_ms = performance.now();
      deaths = [...deaths.filter((at_ms) => now_ms - at_ms < CALM_MS), now_ms];
      if (deaths.length > MOST_DEATHS * count) return onGivenUp();
      setTimeout(() => !stopping && start(), 500);
    });
  };
  for (let i = 0; i < count; i++) start();

  let looked_ms = performance.now();
  const timer = setInterval(() => {
    const now_ms = performance.now();
    // If this process itself stood still, the silence of a worker says nothing.
    const stood = now_ms - looked_ms > DEAF_MS / 2;
    looked_ms = now_ms;
    for (const [worker, at_ms] of heard) {
      if (stood) heard.set(worker, now_ms);
      else if (now_ms - at_ms > DEAF_MS) worker.process.kill('SIGKILL');
      if (worker.isConnected()) worker.send({ kind: 'are-you-alive' } satisfies ToWorker);
    }
  }, LOOK_EVERY_MS);

  return {
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      const ended = [...heard.keys()].map((worker) => new Promise((done) => worker.once('exit', done)));
      for (const worker of heard.keys()) worker.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}

/** Asks every worker for its metrics and adds them up. */
function gatherer(workers: ReadonlyMap<Worker, number>) {
  let last = 0;
  const asked = new Map<number, (metrics: object[]) => void>();
  return {
    told(id: number, metrics: object[]): void {
      asked.get(id)?.(metrics);
      asked.delete(id);
    },
    async all(): Promise<string> {
      const parts = await Promise.all(
        [...workers.keys()].map(
          (worker) =>
            new Promise<object[]>((done) => {
              const id = ++last;
              asked.set(id, done);
              // A worker that does not answer is left out.
              setTimeout(() => {
                asked.delete(id);
                done([]);
              }, METRICS_MS).unref();
              if (worker.isConnected()) worker.send({ kind: 'tell-metrics', id } satisfies ToWorker);
            }),
        ),
      );
      return AggregatorRegistry.aggregate(parts.filter((part) => part.length > 0)).metrics();
    },
  };
}
