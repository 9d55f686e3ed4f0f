import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beganAt } from './processes.ts';

const USERS_LOCK = 7_201_089;
const AGAIN_MS = 250;
/** Longest wait for a server that has stopped answering. */
const ANSWERS_WITHIN_MS = 10_000;

/** Folder in which each process that uses the server has a file with its start time, for the server's guard. */
export const usersFolder = (folder: string): string => join(folder, 'users');
let uses = 0;

export interface Use {
  /** Ends the use. Returns true if no other process uses the server. */
  end(): Promise<boolean>;
}

/**
 * Registers this process as a user of a shared server, by an advisory lock on a connection, so that no other process
 * stops the server meanwhile. The lock ends when the process dies, and is taken again if the server dies and is
 * restarted. A file also registers the process with the guard, which ends the server after its starter has died.
 */
export async function useServer(url: string, folder: string): Promise<Use> {
  let ending = false;
  const file = join(usersFolder(folder), `${process.pid}.${++uses}`);
  const retakingWhenLost = (client: pg.Client): pg.Client =>
    client.once('end', () => {
      if (!ending) lockHolder = retake();
    });
  const retake = async (): Promise<pg.Client> => {
    for (;;) {
      try {
        return retakingWhenLost(await connectAsUser(url));
      } catch (error) {
        if (ending) throw error;
        await sleep(AGAIN_MS);
      }
    }
  };
  let lockHolder = Promise.resolve(retakingWhenLost(await connectAsUser(url)));
  // A full disk must not prevent the use of the server.
  await mkdir(usersFolder(folder)).catch(() => {});
  await writeFile(file, beganAt(process.pid)).catch(() => {});
  return {
    end: async () => {
      ending = true;
      let client: pg.Client | undefined;
      try {
        client = await lockHolder;
        await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
        const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [USERS_LOCK]);
        return rows[0].last;
      } catch {
        // The server has ended.
        return true;
      } finally {
        await client?.end().catch(() => {});
        await rm(file, { force: true });
      }
    },
  };
}

async function connectAsUser(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'domesday-use',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
    keepAlive: true,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
