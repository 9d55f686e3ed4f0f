import { createPool, type Db, dropDatabase, hasDatabase, makeDatabase, migrate } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import { loadedWorlds } from '@domesday/loading/fiction.query';
import type { OpenDatabase } from './database.ts';
import { isSameDatabase } from './same-database.query.ts';
import type { Settings } from './settings.ts';
import { withTimedProgress } from './timed-progress.ts';

/** Name of the fictional country's database on the embedded server. */
const NAME = 'domesday_fictional';

/** The message for the first load of real data; null if no fictional country can have been served. */
export async function firstLoadNotice(read: Settings, url: string): Promise<string | null> {
  const address = addressOf(read, url);
  if (address === null) return null;
  const own = read.fictional_database_url === null;
  if (own && !(await hasDatabase(address))) return null;
  const dropped = own ? 'whose database the next `npm start` drops' : 'whose database you can drop';
  return `These are the first real data: from now on every request is answered from your data alone and none from the fictional country, ${dropped}; accounts, keys and usage stay.`;
}

/**
 * The address of the fictional country's database; null with an operator's own PostgreSQL and no
 * FICTIONAL_DATABASE_URL.
 */
function addressOf(read: Settings, url: string): string | null {
  if (read.fictional_database_url !== null) return read.fictional_database_url;
  if (read.database_url !== null) return null;
  const address = new URL(url);
  address.pathname = `/${NAME}`;
  return address.href;
}

/**
 * Loads the fictional country into its database unless it is loaded already. With the embedded server the database is
 * created if missing. Returns the address; null if the fictional country is not served, because real data are or
 * because it is not wanted.
 */
export async function prepareFictional(
  read: Settings,
  open: Pick<OpenDatabase, 'url' | 'db'>,
  wanted: boolean,
  tell: (sentence: string) => void,
): Promise<string | null> {
  const address = addressOf(read, open.url);
  const own = read.fictional_database_url === null;
  if ((await loadedWorlds(open.db)).real) {
    if (address && own && (await dropDatabase(address)))
      tell('real data are served: the database of the fictional country was dropped');
    return null;
  }
  if (!wanted) return null;
  if (address === null) {
    tell(
      'the database is empty: load your files, or set FICTIONAL_DATABASE_URL to another empty database for a small fictional country',
    );
    return null;
  }
  if (own) await makeDatabase(address);
  const db = createPool(address, { application_name: 'domesday-cli', reloadable: true });
  try {
    if (await isSameDatabase(open.db, db))
      throw new Error(
        'FICTIONAL_DATABASE_URL leads to the database of your own data. Name another database, which must be empty.',
      );
    await migrate(address);
    await fill(db, read.home, tell);
  } finally {
    await db.end();
  }
  tell('serving a small fictional country from a separate database until your first load replaces it');
  return address;
}

async function fill(db: Db, home: string, tell: (sentence: string) => void): Promise<void> {
  const worlds = await loadedWorlds(db);
  if (worlds.real)
    throw new Error('FICTIONAL_DATABASE_URL names a database of real data. Name an empty one, or unset it.');
  const { isWhole, loadSandbox } = await import('@domesday/sandbox/load');
  if (worlds.fictional && (await isWhole(db))) return;
  tell('loading the sandbox, a small fictional country');
  const rows = await withTimedProgress('loading the sandbox', tell, (onStep) =>
    loadSandbox(db, { home, onStep }),
  );
  tell(`loaded ${counted(rows, 'row')}`);
}

/** The database that a server with the same settings would answer from. */
export interface Served {
  url: string;
  db: Db;
  close(): Promise<void>;
}

/** Returns the fictional country's database if there is one and no real data are loaded; else the operator's. */
export async function servedDatabase(read: Settings, open: OpenDatabase): Promise<Served> {
  const operators = { url: open.url, db: open.db, close: async () => {} };
  const address = addressOf(read, open.url);
  if (address === null || (await loadedWorlds(open.db)).real) return operators;
  if (read.fictional_database_url === null && !(await hasDatabase(address))) return operators;
  await migrate(address);
  const db = createPool(address, { application_name: 'domesday-cli' });
  console.error('no real data are loaded: this reads the fictional country');
  return { url: address, db, close: () => db.end() };
}
