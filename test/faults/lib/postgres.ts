import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@domesday/db';

export interface Postgres {
  url: string;
  port: number;
  folder: string;
  /** Process id of the postmaster. */
  pid(): Promise<number>;
  /** kill -9 of the postmaster; resolves when it has exited. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Stops it in order. */
  stop(): Promise<void>;
}

/** A separate PostgreSQL, with the shipped durability settings. */
export async function startPostgres(
  folder: string,
  settings: Record<string, string> = {},
  native?: string,
): Promise<Postgres> {
  const options = { folder, settings, ...(native ? { native } : {}) };
  let server = await startEmbedded(options);
  const port = Number(new URL(server.url).port);
  const pid = async () =>
    Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    url: server.url,
    port,
    folder,
    pid,
    kill: async () => {
      const killed = await pid();
      process.kill(killed, 'SIGKILL');
      while (alive(killed)) await sleep(20);
    },
    start: async () => {
      // A killed server leaves child processes for a moment; while they hold its shared memory no other can start.
      for (let tries = 0; ; tries++) {
        try {
          server = await startEmbedded({ ...options, port });
          return;
        } catch (error) {
          if (tries === 20) throw error;
          await sleep(250);
        }
      }
    },
    stop: () => server.stop(),
  };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
