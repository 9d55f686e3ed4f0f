import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPool,
  type Db,
  databaseTime,
  type Embedded,
  migrate,
  startEmbedded,
  type Use,
  useServer,
} from '@domesday/db';
import { mustBeDirect } from './direct.query.ts';
import { isSameDatabase } from './same-database.query.ts';
import { say } from './service-log.ts';
import { keyFiles, type Settings } from './settings.ts';
import { startsAgain } from './start-again.ts';
import { isFull, isLost } from './trouble.ts';

type Tell = (sentence: string) => void;

export interface OpenDatabase {
  url: string;
  db: Db;
  /** The time of the database, against which the age of its rows is judged. */
  now(): Promise<Date>;
  /** Migrations that were applied at this start. */
  applied: string[];
  /**
   * Restarts the embedded server on its port whenever it dies: see `startsAgain`. Reports on standard error. If the
   * folder is replaced while the server runs, as by a restore, the server is ended at once and not restarted: it would
   * damage the new folder.
   */
  keepRunning(onGivenUp: Tell, tell?: Tell): void;
  /** Returns the error, with the reason if the embedded server ended, or the path if a disk is full. */
  explained(error: unknown): Promise<unknown>;
  /**
   * Closes the pool, and stops the embedded server unless another process uses it, or the process that started it still
   * runs. Waits for running statements, at most `most_ms`: the server then rolls back what was not committed.
   */
  close(most_ms?: number): Promise<void>;
}

const LOOK_EVERY_MS = 500;
/**
 * A server that is ending removes its pid file a moment earlier, so a few such checks in a row do not mean a replaced
 * folder.
 */
const MOST_LOOKS_DISPLACED = 4;

/** Opens the configured database. Starts the embedded server if it is used, and migrates the schema. */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const folder = join(settings.home, 'postgres');
  const shared = settings.database_url ? null : await shareEmbedded(folder, keyFiles(settings.home));
  let embedded = shared?.embedded ?? null;
  const url = settings.database_url ?? embedded!.local_url;
  await mustBeServed(url, settings);
  let started_here = embedded !== null && !embedded.adopted;
  const finish = async () => {
    if (!shared || !embedded) return;
    const last = await shared.use.end();
    if (last && (started_here || !(await embedded.ownerLives()))) await embedded.stop();
    else if (started_here) await embedded.leave();
  };
  let applied: string[];
  try {
    applied = await migrate(url);
  } catch (error) {
    const explained = await explain(error, embedded, folder);
    await finish();
    throw explained;
  }
  const db = createPool(url, { application_name: 'domesday-cli' });
  if (!embedded) await direct(db);
  let timer: NodeJS.Timeout | undefined;
  let reviving: Promise<void> | undefined;
  const closing = new AbortController();
  // Only for the embedded server: `URL` cannot parse every address that PostgreSQL accepts.
  const startAgain = embedded && startsAgain(folder, Number(new URL(url).port), closing.signal);

  const revive = async (ended: Embedded, onGivenUp: Tell, tell: Tell): Promise<void> => {
    try {
      const started = await startAgain?.(ended, tell);
      if (!started) return;
      embedded = started;
      started_here = true;
    } catch (error) {
      clearInterval(timer);
      onGivenUp((error as Error).message);
    }
  };

  return {
    url,
    db,
    now: () => databaseTime(db),
    applied,
    keepRunning(onGivenUp, tell = say) {
      let displaced = 0;
      timer = setInterval(() => {
        if (embedded === null || reviving) return;
        displaced = embedded.alive() && embedded.displaced() ? displaced + 1 : 0;
        if (displaced === MOST_LOOKS_DISPLACED) {
          clearInterval(timer);
          void embedded.stop().then(() => onGivenUp(displacedFrom(folder)));
        }
        if (embedded.alive()) return;
        reviving = revive(embedded, onGivenUp, tell).finally(() => {
          reviving = undefined;
        });
      }, LOOK_EVERY_MS);
    },
    explained: (error) => explain(error, embedded, folder),
    close: async (most_ms) => {
      clearInterval(timer);
      closing.abort();
      await reviving;
      const ended = db.end();
      await (most_ms === undefined ? ended : Promise.race([ended, sleep(most_ms)]));
      await finish();
    },
  };
}

function displacedFrom(folder: string): string {
  return `The folder ${folder} was moved, replaced or deleted while its database was running. That database belongs to the old folder, which holds everything charged and stored since. Stop the service before you restore a back-up; start it again now to serve the folder that is there now.`;
}

async function explain(error: unknown, embedded: Embedded | null, folder: string): Promise<unknown> {
  if (!embedded || !(error instanceof Error)) return error;
  if (isLost(error)) return embedded.endOf(error);
  return 'code' in error && error.code === '53100' ? onDiskOf(folder, error) : error;
}

/**
 * Adds the path of the full disk, which neither PostgreSQL nor writers of files beside it, such as its password,
 * report.
 */
function onDiskOf(folder: string, error: Error): Error {
  const { code, path } = error as NodeJS.ErrnoException;
  return isFull(code) && path === undefined ? Object.assign(error, { path: join(folder, 'data') }) : error;
}

/**
 * Refuses a direct address that leads to another database than the pooler: data loaded there would never be served.
 * Nothing is checked if the pooler does not answer.
 */
async function mustBeServed(url: string, { database_url, api_database_url }: Settings): Promise<void> {
  if (!database_url || !api_database_url || api_database_url === url) return;
  const direct = createPool(url, { max: 1 });
  const served = createPool(api_database_url, { max: 1, pooled: true, connection_timeout_ms: 3000 });
  try {
    if (!(await isSameDatabase(direct, served).catch(() => true)))
      throw new Error(
        'DIRECT_DATABASE_URL leads to another database than DATABASE_URL, from which the API answers. Name the same one in both.',
      );
  } finally {
    await Promise.all([direct.end(), served.end()]);
  }
}

/** Closes the connections of a database that no command can use. */
async function direct(db: Db): Promise<void> {
  try {
    await mustBeDirect(db);
  } catch (error) {
    await db.end();
    throw error;
  }
}

/** Starts the embedded server or connects to the running one. A server that is just stopping is started again. */
async function shareEmbedded(
  folder: string,
  used: readonly string[],
): Promise<{ embedded: Embedded; use: Use }> {
  const embedded = await startEmbedded({ folder, used, tell: console.error }).catch((error: Error) => {
    throw onDiskOf(folder, error);
  });
  const use = await useServer(embedded.url, folder).catch(() => null);
  if (use) return { embedded, use };
  const again = await startEmbedded({ folder, tell: console.error });
  return { embedded: again, use: await useServer(again.url, folder) };
}
