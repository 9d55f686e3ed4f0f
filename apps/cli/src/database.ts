import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Db, type Embedded, migrate, startEmbedded } from '@domesday/db';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  url: string;
  db: Db;
  /** Migrations that were applied at this start. */
  applied: string[];
  /** Restarts the embedded server on its port whenever it dies, at most five times within a minute. */
  keepRunning(onGivenUp: (reason: string) => void): void;
  /** Closes the pool, and stops the embedded server if this process started it. */
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const MOST_RESTARTS = 5;
const CALM_MS = 60_000;

/** Opens the configured database, started and migrated. A server that already runs is left running. */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const folder = join(settings.home, 'postgres');
  let embedded = settings.database_url ? null : await startEmbedded({ folder });
  const url = settings.database_url ?? embedded!.url;
  let ours = embedded !== null && !embedded.adopted;
  let applied: string[];
  try {
    applied = await migrate(url);
  } catch (error) {
    if (ours) await embedded!.stop();
    throw error;
  }
  const db = createPool(url, { application_name: 'domesday-cli' });
  let timer: NodeJS.Timeout | undefined;
  let reviving: Promise<void> | undefined;
  const deaths: number[] = [];

  const revive = async (onGivenUp: (reason: string) => void): Promise<void> => {
    const now_ms = Date.now();
    deaths.push(now_ms);
    if (deaths.filter((at_ms) => now_ms - at_ms < CALM_MS).length > MOST_RESTARTS) {
      clearInterval(timer);
      return onGivenUp(`PostgreSQL ended ${MOST_RESTARTS + 1} times within a minute`);
    }
    console.error('PostgreSQL ended; starting it again');
    try {
      embedded = await startAgain(folder, Number(new URL(url).port));
      ours = true;
    } catch (error) {
      clearInterval(timer);
      onGivenUp((error as Error).message);
    }
  };

  return {
    url,
    db,
    applied,
    keepRunning(onGivenUp) {
      timer = setInterval(() => {
        if (embedded === null || embedded.alive() || reviving) return;
        reviving = revive(onGivenUp).finally(() => {
          reviving = undefined;
        });
      }, LOOK_EVERY_MS);
    },
    close: async () => {
      clearInterval(timer);
      await reviving;
      await db.end();
      if (ours) await embedded!.stop();
    },
  };
}

/**
 * A killed server leaves child processes for a moment; while they hold its shared memory no other can start.
 */
async function startAgain(folder: string, port: number): Promise<Embedded> {
  for (let tries = 0; ; tries++) {
    try {
      return await startEmbedded({ folder, port });
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(250);
    }
  }
}
