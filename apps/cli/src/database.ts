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
  /** The time of the database, by which what it holds is judged. */
  now(): Promise<Date>;
  /** Migrations that were applied at this start. */
  applied: string[];
  /**
   * Restarts the embedded server on its port whenever it dies: see `startsAgain`. Tells on standard error. Ends it at
   * once and gives up where its folder is exchanged under it, as by a restore meanwhile: it would spoil the new one.
   */
  keepRunning(onGivenUp: Tell, tell?: Tell): void;
  /** The error, with why the embedded server ended or which disk is full, where it is one of these. */
  explained(error: unknown): Promise<unknown>;
  /**
   * Closes the pool, and stops the embedded server unless another process uses it or started it and lives. Waits for
   * what is under way on its connections, or for so long at the most: the server then takes back what was not
   * committed.
   */
  close(most_ms?: number): Promise<void>;
}

const LOOK_EVERY_MS = 500;
/** A server that ends removes its file a moment before. */
const MOST_LOOKS_DISPLACED = 4;

/** Opens the configured database, started and migrated. */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const folder = join(settings.home, 'postgres');
  const shared = settings.database_url ? null : await shareEmbedded(folder, keyFiles(settings.home));
  let embedded = shared?.embedded ?? null;
  const url = settings.database_url ?? embedded!.local_url;
  await mustBeServed(url, settings);
  let ours = embedded !== null && !embedded.adopted;
  const finish = async () => {
    if (!shared || !embedded) return;
    const last = await shared.use.end();
    if (last && (ours || !(await embedded.ownerLives()))) await embedded.stop();
    else if (ours) await embedded.leave();
  };
  let applied: string[];
  try {
    applied = await migrate(url);
  } catch (error) {
    const told = await explain(error, embedded, folder);
    await finish();
    throw told;
  }
  const db = createPool(url, { application_name: 'domesday-cli' });
  if (!embedded) await direct(db);
  let timer: NodeJS.Timeout | undefined;
  let reviving: Promise<void> | undefined;
  const closing = new AbortController();
  // The address of an operator's own server may be one that PostgreSQL reads and `URL` does not.
  const startAgain = embedded && startsAgain(folder, Number(new URL(url).port), closing.signal);

  const revive = async (ended: Embedded, onGivenUp: Tell, tell: Tell): Promise<void> => {
    try {
      const started = await startAgain?.(ended, tell);
      if (!started) return;
      embedded = started;
      ours = true;
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
  return `The folder ${folder} was moved, replaced or deleted while its database ran, which goes with the old folder: what was charged and stored since is there. Stop the service before you restore a back-up; start it again now to serve what the folder holds.`;
}

async function explain(error: unknown, embedded: Embedded | null, folder: string): Promise<unknown> {
  if (!embedded || !(error instanceof Error)) return error;
  if (isLost(error)) return embedded.endOf(error);
  return 'code' in error && error.code === '53100' ? onDiskOf(folder, error) : error;
}

/** Names where the disk is full: neither PostgreSQL nor what writes beside it, such as its password, says so. */
function onDiskOf(folder: string, error: Error): Error {
  const { code, path } = error as NodeJS.ErrnoException;
  return isFull(code) && path === undefined ? Object.assign(error, { path: join(folder, 'data') }) : error;
}

/**
 * Refuses an address that leads past the pooler to another database: what is loaded there would never be served. Where
 * the pooler does not answer, nothing is known of it.
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

/** Starts the server or takes up the one that runs; one that is just being stopped is started again. */
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
