import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { GatherMetrics } from '../http/health/metrics.ts';
import { type Allowance, createLocalLimiter, type RateLimiter } from '../http/limits/local-rate-limit.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Services that the parent process provides, since all workers share them. */
interface SharedByWorkers {
  limiter: RateLimiter;
  gatherMetrics: GatherMetrics;
}

/** Tells the parent process that this worker answers requests. */
export function reportServing(): void {
  process.send!({ kind: 'serves' } satisfies FromWorker, undefined, undefined, () => {});
}

/**
 * Connects this worker with its parent process. If the parent has died, the worker counts rate limits by itself until
 * it has finished its requests.
 */
export function connectWorker(): SharedByWorkers {
  let last_id = 0;
  const pendingTakes = new Map<
    number,
    { key: string; limit: number; done: (allowance: Allowance) => void }
  >();
  const pendingMetrics = new Map<number, (text: string) => void>();
  const localLimiter = createLocalLimiter(() => performance.now());
  let own: () => Promise<object[]> = async () => [];
  const ownText = async () => AggregatorRegistry.aggregate([await own()]).metrics();
  // Messages that cannot be sent because the parent has just died are settled at the disconnection.
  const say = (message: FromWorker): void => void process.send!(message, undefined, undefined, () => {});

  process.once('disconnect', async () => {
    for (const { key, limit, done } of pendingTakes.values()) done(await localLimiter.take(key, limit));
    for (const done of pendingMetrics.values()) done(await ownText());
  });
  // Node itself also sends the parent a message for each connection taken; that may fail when the parent has died.
  cluster.worker!.on('error', () => {});
  // Node exits a worker at once when its parent is gone, before charged answers are sent. This flag prevents that.
  cluster.worker!.once('disconnect', () => {
    cluster.worker!.exitedAfterDisconnect = true;
  });

  process.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'taken':
        pendingTakes.get(message.id)?.done(message.allowance);
        pendingTakes.delete(message.id);
        break;
      case 'all-metrics':
        pendingMetrics.get(message.id)?.(message.text);
        pendingMetrics.delete(message.id);
        break;
      case 'tell-metrics':
        say({ kind: 'own-metrics', id: message.id, metrics: await own().catch(() => []) });
        break;
      case 'are-you-alive':
        say({ kind: 'alive' });
    }
  });

  return {
    limiter: {
      get shared() {
        return process.connected;
      },
      take: (key, limit) => {
        if (!process.connected) return localLimiter.take(key, limit);
        return new Promise((done) => {
          const id = ++last_id;
          pendingTakes.set(id, { key, limit, done });
          say({ kind: 'take', id, key, limit });
        });
      },
    },
    gatherMetrics: {
      tell: (read) => {
        own = read;
      },
      gather: () => {
        if (!process.connected) return ownText();
        return new Promise((done) => {
          const id = ++last_id;
          pendingMetrics.set(id, done);
          say({ kind: 'metrics', id });
        });
      },
    },
  };
}
