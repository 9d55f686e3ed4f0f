import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedded, startEmbedded } from '@domesday/db';
import { restartLimit } from './restart-limit.ts';
import { isFull, troubleOf } from './trouble.ts';

/** Interval of restart attempts after a server ended because its disk was full. */
const ROOM_EVERY_MS = 2000;

/**
 * Returns a function that restarts the server of this folder on its port after it has ended: at most five times within
 * a minute or, if its disk is full, as soon as there is room, however long that takes. The function throws the reason
 * if it gives up, and returns null once `closing` is aborted.
 */
export function startsAgain(
  folder: string,
  port: number,
  closing: AbortSignal,
): (ended: Embedded, tell: (sentence: string) => void) => Promise<Embedded | null> {
  const countDeath = restartLimit();
  return async (ended, tell) => {
    const too_many = countDeath();
    // With little disk space the server starts, but ends at its next large write.
    let full = too_many ? onFullDisk(await ended.endOf(new Error(`PostgreSQL ended ${too_many}`))) : null;
    if (too_many && !full) throw new Error(`PostgreSQL ended ${too_many}`);
    tell(full ?? 'PostgreSQL ended; starting it again');
    for (;;) {
      if (full) await sleep(ROOM_EVERY_MS, undefined, { signal: closing }).catch(() => {});
      if (closing.aborted) return null;
      try {
        const embedded = await startOnceGone(folder, port, tell);
        if (full) tell('There is room on the disk of PostgreSQL again, and it runs.');
        return embedded;
      } catch (error) {
        const again = onFullDisk(error);
        if (!again) throw new Error(troubleOf(error as Error));
        if (!full) tell(again);
        full = again;
      }
    }
  };
}

/** The message for a full disk; null for any other error. */
function onFullDisk(error: unknown): string | null {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (!isFull(code)) return null;
  const where = path ? `The disk of ${dirname(path)}` : 'The disk of PostgreSQL';
  return `${where} is full (${message}), and PostgreSQL has ended. It is started again as soon as there is room; requests that need it are answered 503 until then.`;
}

/**
 * The child processes of a killed server live on for a moment; while they hold its shared memory, no other server can
 * start.
 */
async function startOnceGone(
  folder: string,
  port: number,
  tell: (sentence: string) => void,
): Promise<Embedded> {
  for (let tries = 0; ; tries++) {
    try {
      return await startEmbedded({ folder, port, tell });
    } catch (error) {
      if (tries === 20 || onFullDisk(error)) throw error;
      await sleep(250);
    }
  }
}
