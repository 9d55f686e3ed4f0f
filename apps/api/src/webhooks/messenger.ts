import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicFetch } from '../http/public-fetch.ts';
import type { Services } from '../http/services.ts';
import { matchNextLoad } from '../watches/match.query.ts';
import { deliverDue } from './deliver.ts';
import { deleteOldDeliveries } from './deliveries.query.ts';

export interface Messenger {
  /** Ends after what is being sent. */
  stop(): Promise<void>;
}

const EVERY_MS = 2000;
const KEPT_MS = 30 * 24 * 3600 * 1000;
const PRUNE_EVERY_MS = 3600 * 1000;

/**
 * Matches published changes with the watches and sends what is due, in every process of the API: the database gives
 * each load and each delivery to one of them. Nothing is kept in memory, so a process may end at any time.
 */
export function startMessenger(services: Services, every_ms = EVERY_MS): Messenger {
  const { db, clock, log } = services;
  const sender = {
    db,
    log,
    now: () => clock.now(),
    fetchPublic: createPublicFetch(services.webhook_addresses),
  };
  const stopping = new AbortController();
  let pruned_ms = 0;
  const round = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await matchNextLoad(db, clock.now())) !== null);
    while (!stopping.signal.aborted && (await deliverDue(sender)) > 0);
    const now_ms = clock.now().getTime();
    if (now_ms - pruned_ms < PRUNE_EVERY_MS) return;
    pruned_ms = now_ms;
    await deleteOldDeliveries.run(db, { before: new Date(now_ms - KEPT_MS) });
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await round().catch((error) =>
        log.error({ error: String(error) }, 'messages were not matched or sent'),
      );
      await sleep(every_ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
