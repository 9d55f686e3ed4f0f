import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SlotPool } from '@domesday/open-network/slots';

/**
 * Longest work on inputs between two turns of the event loop, milliseconds. A turn for each input would cost more than
 * the work on several inputs.
 */
const SLICE_MS = 1;

/** Resolves when the caller may work on one more input. */
export type GiveWay = () => Promise<void>;

/**
 * Gives single calls precedence. All work on inputs shares slices of the event loop. Before each slice it waits until
 * no single call is under way, but at most `patience_ms`, so that inputs make progress on a busy server.
 */
export function createGiveWay(slots: Pick<SlotPool, 'in_use'>, patience_ms: number): GiveWay {
  const waiting: (() => void)[] = [];
  let slice_ends_ms = Number.NEGATIVE_INFINITY;
  let serving = false;

  const serve = async (): Promise<void> => {
    serving = true;
    while (waiting.length > 0) {
      await nextTurn();
      const until_ms = performance.now() + patience_ms;
      while (slots.in_use > 0 && performance.now() < until_ms) await sleep(1);
      slice_ends_ms = performance.now() + SLICE_MS;
      // The others wait for further slices. Whoever gets this slice gives way again when it ends.
      waiting.shift()!();
    }
    serving = false;
  };

  return () => {
    if (performance.now() < slice_ends_ms) return Promise.resolve();
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (!serving) void serve();
    });
  };
}
