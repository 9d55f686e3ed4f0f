import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../http/services.ts';

/** Longest work on inputs between two turns of the event loop, milliseconds: a turn for each costs more than many do. */
const SLICE_MS = 1;
let slice_ends_ms = Number.NEGATIVE_INFINITY;

/** Single calls go first: between two slices of work the event loop turns, and a call that is under way is waited for a little. */
export async function giveWay({ slots }: Pick<Services, 'slots'>): Promise<void> {
  if (slots.in_use === 0 && performance.now() < slice_ends_ms) return;
  await (slots.in_use > 0 ? sleep(1) : nextTurn());
  slice_ends_ms = performance.now() + SLICE_MS;
}
