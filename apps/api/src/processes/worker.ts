import type { Allowance, RateLimiter } from '../http/local-rate-limit.ts';
import type { GatherMetrics } from '../http/metrics.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Services that the parent process provides, since all workers share them. */
export interface SharedByWorkers {
  limiter: RateLimiter;
  gatherMetrics: GatherMetrics;
}

/** Connects this worker with its parent process. */
export function connectWorker(): SharedByWorkers {
  let last = 0;
  const taking = new Map<number, (allowance: Allowance) => void>();
  const gathering = new Map<number, (text: string) => void>();
  let own: () => Promise<object[]> = async () => [];
  const say = (message: FromWorker): void => void process.send!(message);

  process.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'taken':
        taking.get(message.id)?.(message.allowance);
        taking.delete(message.id);
        break;
      case 'all-metrics':
        gathering.get(message.id)?.(message.text);
        gathering.delete(message.id);
        break;
      case 'tell-metrics':
        say({ kind: 'own-metrics', id: message.id, metrics: await own() });
        break;
      case 'are-you-alive':
        say({ kind: 'alive' });
    }
  });

  return {
    limiter: {
      shared: true,
      take: (key, limit) =>
        new Promise((done) => {
          const id = ++last;
          taking.set(id, done);
          say({ kind: 'take', id, key, limit });
        }),
    },
    gatherMetrics: {
      tell: (read) => {
        own = read;
      },
      gather: () =>
        new Promise((done) => {
          const id = ++last;
          gathering.set(id, done);
          say({ kind: 'metrics', id });
        }),
    },
  };
}
