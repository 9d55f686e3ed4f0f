import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beganAt } from './processes.ts';

const USERS_LOCK = 7_201_089;
const AGAIN_MS = 250;
/** Longest wait for a server that has stopped answering. */
const ANSWERS_WITHIN_MS = 10_000;

/** Where each process that uses the server has a file with its start, which the guard of the server reads. */
export const usersFolder = (folder: string): string => join(folder, 'users');
let uses = 0;

export interface Use {
  /** Ends the use. Returns whether no other process uses the server. */
  end(): Promise<boolean>;
}

/**
 * Notes that this process uses a server that several may share, so that none stops it under another. The server forgets
 * it when the process dies. Where the server itself dies and is started again, it is told anew. A file of the process
 * tells the same to the guard, which ends the server where its starter was ended.
 */
export async function useServer(url: string, folder: string): Promise<Use> {
  let ending = false;
  const file = join(usersFolder(folder), `${process.pid}.${++uses}`);
  const watched = (client: pg.Client): pg.Client =>
    client.once('end', () => {
      if (!ending) held = retake();
    });
  const retake = async (): Promise<pg.Client> => {
    for (;;) {
      try {
        return watched(await connectAsUser(url));
      } catch (error) {
        if (ending) throw error;
        await sleep(AGAIN_MS);
      }
    }
  };
  let held = Promise.resolve(watched(await connectAsUser(url)));
  // On a full disk the server is used all the same.
  await mkdir(usersFolder(folder)).catch(() => {});
  await writeFile(file, beganAt(process.pid)).catch(() => {});
  return {
    end: async () => {
      ending = true;
      let client: pg.Client | undefined;
      try {
        client = await held;
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
