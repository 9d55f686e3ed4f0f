import type { OpenDatabase } from './database.ts';
import type { Served } from './fictional.ts';
import { rootFolder } from './folders.ts';
import type { Settings } from './settings.ts';

/**
 * Reads the settings, of a command that starts the servers or of another; `started` read those of the servers. The
 * modules of the database are imported here, so that `--help` does without them.
 */
export async function settings(
  started: readonly ((env: NodeJS.ProcessEnv) => unknown)[] = [],
): Promise<Settings> {
  const [{ SECRETS, withSecretFiles }, { readNamed }, { readSettings }] = await Promise.all([
    import('@domesday/db'),
    import('@domesday/open-network/environment'),
    import('./settings.ts'),
  ]);
  const env = withSecretFiles(process.env);
  return readNamed(env, (noted) => readSettings(noted, rootFolder()), {
    secrets: SECRETS,
    tell: tellOnce,
    serves: started.length > 0,
    started,
  });
}

/** The environment of a process that works on the database of this address, also where a file names another one. */
export function environmentFor(url: string): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: url, DATABASE_URL_FILE: '' };
}

const told = new Set<string>();

/** A command may read its settings more than once. */
function tellOnce(text: string): void {
  if (!told.has(text)) console.error(text);
  told.add(text);
}

/** Runs a command with an open database and always closes it. */
export async function withDatabase<T>(
  work: (open: OpenDatabase, settings: Settings) => Promise<T>,
): Promise<T> {
  const read = await settings();
  const { openDatabase } = await import('./database.ts');
  const open = await openDatabase(read);
  try {
    return await work(open, read);
  } catch (error) {
    throw await open.explained(error);
  } finally {
    await open.close();
  }
}

/** Runs a command that only reads, over what a server would answer from. */
export async function withServedDatabase<T>(work: (served: Served) => Promise<T>): Promise<T> {
  return withDatabase(async (open, read) => {
    const { servedDatabase } = await import('./fictional.ts');
    const served = await servedDatabase(read, open);
    try {
      return await work(served);
    } finally {
      await served.close();
    }
  });
}
