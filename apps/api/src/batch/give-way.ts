import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SlotPool } from '@domesday/open-network/slots';

/**
 * Longest work on inputs between two turns of the event loop, milliseconds: a turn for each costs more than many do.
 */
const SLICE_MS = 1;

/** Resolves when it is the caller's turn to work on one more input. */
export type GiveWay = () => Promise<void>;

/**
 * Single calls go first: all work on inputs shares slices of the event loop, and before each slice the calls under way
 * are waited for, `patience_ms` at most, so that on a busy server the inputs still get their share.
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
      // The others wait for further slices; within its own, this one gives way at once.
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
