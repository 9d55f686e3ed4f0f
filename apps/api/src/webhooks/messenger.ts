import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../accounts/month.ts';
import { surely } from '../http/health/database-clock.ts';
import { failureLog } from '../http/health/failure-log.ts';
import { createPublicPost } from '../http/public-fetch.ts';
import type { Services } from '../http/services.ts';
import { STOP_TIMES } from '../processes/stop-times.ts';
import { endWatches, matchNextLoad, wholeLoads } from '../watches/match.query.ts';
import { type Postponed, valueSome } from '../watches/values.ts';
import { createDeliverer, LONGEST_WAIT_MS } from './deliver.ts';
import { bringForward, deleteOldDeliveries } from './deliveries.query.ts';

interface Messenger {
  /** Stops after the deliveries under way, but waits for endpoints no longer than a stop waits for answers. */
  stop(): Promise<void>;
}

const EVERY_MS = 2000;
const KEPT_MS = 30 * 24 * 3600 * 1000;
const PRUNE_EVERY_MS = 3600 * 1000;
/**
 * By how much the time of an attempt may lie beyond the longest wait. Clocks of processes differ a little and are
 * corrected; without this, a delivery with the longest wait would then be sent at once, which is its last attempt.
 */
const SET_BACK_MS = 3600 * 1000;

/**
 * Matches published changes with watches, values watched homes and sends due messages, in every process of the API: the
 * database gives each load, each home and each delivery to one process. The three loops run concurrently. No state is
 * only in memory, so a process may end at any time.
 */
export function startMessenger(services: Services, every_ms = EVERY_MS): Messenger {
  const { db, clock, log } = services;
  const deliverer = createDeliverer({
    db,
    log,
    now: () => clock.now(),
    post: createPublicPost(services.webhook_addresses),
    onSent: services.metrics.sent,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  let pruned_ms = 0;
  let ended_on = '';

  const pace = wholeLoads();
  const match = async (): Promise<void> => {
    while (!signal.aborted && (await matchNextLoad(db, clock, pace)) !== null);
    const today = dayOf(surely(clock));
    // Once a day, even if nothing is loaded.
    if (ended_on !== today) await endWatches.run(db, { today });
    ended_on = today;
    const now_ms = clock.now().getTime();
    const since_ms = now_ms - pruned_ms;
    if (since_ms >= 0 && since_ms < PRUNE_EVERY_MS) return;
    pruned_ms = now_ms;
    const stopped = () => signal.aborted;
    const latest = new Date(now_ms + LONGEST_WAIT_MS + SET_BACK_MS);
    await bringForward(db, { now: clock.now(), latest }, stopped);
    const before = new Date(surely(clock).getTime() - KEPT_MS);
    await deleteOldDeliveries(db, before, stopped);
  };
  const postponed: Postponed = new Map();
  const value = async (): Promise<void> => {
    while (!signal.aborted && (await valueSome(services, postponed)) > 0);
  };
  const deliver = async (): Promise<void> => {
    while (!signal.aborted && (await deliverer.begin()) > 0);
  };

  const repeat = async (
    failed: string,
    round: () => Promise<void>,
    wait: () => Promise<unknown>,
  ): Promise<void> => {
    const attempt = failureLog(log, failed);
    while (!signal.aborted) {
      await attempt(round);
      await wait();
    }
  };
  const pause = () => sleep(every_ms, undefined, { signal, ref: false }).catch(() => {});
  const running = Promise.all([
    repeat('changes were not matched with watches', match, pause),
    repeat('watched homes were not valued', value, pause),
    repeat('messages of webhooks were not sent', deliver, () =>
      Promise.race([pause(), deliverer.someEnded()]),
    ),
  ]);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      // A delivery whose endpoint has not answered by then is due again when its lease ends.
      await Promise.race([deliverer.allEnded(), sleep(STOP_TIMES.answers_ms, undefined, { ref: false })]);
    },
  };
}
