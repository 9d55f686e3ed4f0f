import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { createLocalLimiter } from '../http/limits/local-rate-limit.ts';
import { closeUntaken } from './handed-over.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { type SilenceWatch, watchSilence } from './silence.ts';
import { STOP_TIMES } from './stop-times.ts';

export interface Primary {
  /** Lets every worker finish its requests, and ends the workers. */
  stop(): Promise<void>;
}

/** Deaths within a minute, for each worker, beyond which the service stops. */
const MOST_DEATHS = 5;
const CALM_MS = 60_000;
/** Longest wait for the metrics of a worker. */
const METRICS_MS = 2000;

/**
 * Starts workers that answer on one port; this process hands them the connections in turn. It counts the rate limits
 * for all of them, sums their metrics, and replaces a worker that dies or stops responding; it answers no requests
 * itself. It gives up if workers die too often, or if one exits before any has served.
 */
export function startPrimary(
  count: number,
  log: Logger,
  onGivenUp: () => void,
  stop_ms = STOP_TIMES.worker_ms,
): Primary {
  const limiter = createLocalLimiter(() => performance.now());
  const workers = new Map<Worker, SilenceWatch>();
  const metrics = gatherer(workers);
  let deaths: number[] = [];
  let served = false;
  let stopping = false;

  const whyGivenUp = (ended: unknown): string | null => {
    // The worker has logged the reason: a setting cannot be used, such as a port that is taken. Other workers would
    // exit too.
    if (!served && typeof ended === 'number') return 'a worker ended before any has served; ending';
    return deaths.length > MOST_DEATHS * count ? 'workers end too often; ending' : null;
  };
  const start = (): void => {
    const worker = cluster.fork();
    closeUntaken(worker);
    const silence = watchSilence(
      () => tell(worker, { kind: 'are-you-alive' }),
      () => worker.process.kill('SIGKILL'),
    );
    workers.set(worker, silence);
    worker.on('message', async (message: FromWorker) => {
      silence.heard();
      if (message.kind === 'serves') served = true;
      else if (message.kind === 'take') {
        const allowance = await limiter.take(message.key, message.limit);
        tell(worker, { kind: 'taken', id: message.id, allowance });
      } else if (message.kind === 'metrics') {
        tell(worker, { kind: 'all-metrics', id: message.id, text: await metrics.all() });
      } else if (message.kind === 'own-metrics') metrics.receive(worker, message);
    });
    const onExit = (ended: unknown): void => {
      silence.stop();
      if (!workers.delete(worker) || stopping) return;
      metrics.ended(worker);
      const now_ms = performance.now();
      deaths = [...deaths.filter((at_ms) => now_ms - at_ms < CALM_MS), now_ms];
      const why = whyGivenUp(ended);
      log.error({ worker: worker.process.pid, ended }, why ?? 'a worker ended; starting another');
      stopping = why !== null;
      if (stopping) onGivenUp();
      else setTimeout(() => !stopping && start(), 500);
    };
    worker.on('exit', (code, signal) => onExit(signal ?? code));
    // Ignore failures to send to a worker that has just died: `exit` reports its death. A worker that could not be
    // started has no `exit`, only this error.
    worker.on('error', (error) => worker.process.pid === undefined && onExit(String(error)));
  };
  for (let i = 0; i < count; i++) start();

  return {
    stop: async () => {
      stopping = true;
      const all = [...workers.keys()];
      const ended = all.map((worker) => new Promise((done) => worker.once('exit', done)));
      for (const worker of all) worker.process.kill('SIGTERM');
      // A worker that hangs does not react to SIGTERM.
      const killTimer = setTimeout(() => {
        for (const worker of workers.keys()) worker.process.kill('SIGKILL');
      }, stop_ms);
      await Promise.all(ended);
      clearTimeout(killTimer);
    },
  };
}

function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

type MetricList = { type: string }[];

/**
 * Requests the metrics of every worker and adds them up. The counts of a worker that has died or does not answer stay
 * in the sum: a reader takes a falling counter for one that restarted at 0, and all of its new value for an increase.
 */
function gatherer(workers: ReadonlyMap<Worker, unknown>) {
  let last = 0;
  const pending = new Map<number, (metrics: MetricList) => void>();
  const counted = new Map<Worker, MetricList>();
  let before: MetricList = [];
  return {
    receive(worker: Worker, { id, metrics }: Extract<FromWorker, { kind: 'own-metrics' }>): void {
      const received = metrics as MetricList;
      if (received.length > 0 && workers.has(worker))
        counted.set(
          worker,
          received.filter(({ type }) => type !== 'gauge'),
        );
      pending.get(id)?.(received);
      pending.delete(id);
    },
    ended(worker: Worker): void {
      before = sumOf([before, counted.get(worker) ?? []]).getMetricsAsArray() as unknown as MetricList;
      counted.delete(worker);
    },
    async all(): Promise<string> {
      const parts = await Promise.all(
        [...workers.keys()].map(
          (worker) =>
            new Promise<MetricList>((done) => {
              const id = ++last;
              pending.set(id, (received) =>
                done(received.length > 0 ? received : (counted.get(worker) ?? [])),
              );
              setTimeout(() => {
                if (pending.delete(id)) done(counted.get(worker) ?? []);
              }, METRICS_MS).unref();
              tell(worker, { kind: 'tell-metrics', id });
            }),
        ),
      );
      return sumOf([before, ...parts]).metrics();
    },
  };
}

function sumOf(parts: MetricList[]) {
  return AggregatorRegistry.aggregate(parts.filter((part) => part.length > 0));
}
