import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../http/services.ts';

/** Single calls go first: between two items the event loop turns, and a call that is under way is waited for a little. */
export async function giveWay({ slots }: Pick<Services, 'slots'>): Promise<void> {
  await (slots.in_use > 0 ? sleep(1) : nextTurn());
}
