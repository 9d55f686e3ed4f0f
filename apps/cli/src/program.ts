import type { OpenDatabase } from './database.ts';
import type { Served } from './fictional.ts';
import { rootFolder } from './folders.ts';
import type { Settings } from './settings.ts';

/**
 * Reads the settings. `started` are the readers of the server settings, for a command that starts the servers. The
 * database modules are imported here, so that `--help` does not load them.
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
    tell: printOnce,
    serves: started.length > 0,
    started,
  });
}

/**
 * The environment for a child process that must use the database at this address, even if a `…_FILE` variable names
 * another.
 */
export function environmentFor(url: string): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: url, DATABASE_URL_FILE: '' };
}

const printed = new Set<string>();

/** Prints a text once, because a command may read its settings more than once. */
function printOnce(text: string): void {
  if (!printed.has(text)) console.error(text);
  printed.add(text);
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

/** Runs a read-only command on the database that a server would answer from. */
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
