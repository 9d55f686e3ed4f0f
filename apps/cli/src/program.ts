import { resolve } from 'node:path';
import { withSecretFiles } from '@domesday/db';
import { type OpenDatabase, openDatabase } from './database.ts';
import { readSettings, type Settings } from './settings.ts';

/** Root of the checkout: the folder that npm was called in, or the one that the wrapper script gives. */
export function rootFolder(): string {
  return resolve(process.env.DOMESDAY_ROOT ?? process.cwd());
}

export function settings(): Settings {
  return readSettings(withSecretFiles(process.env), rootFolder());
}

/** Runs a command with an open database and always closes it. */
export async function withDatabase<T>(
  work: (open: OpenDatabase, settings: Settings) => Promise<T>,
): Promise<T> {
  const read = settings();
  const open = await openDatabase(read);
  try {
    return await work(open, read);
  } finally {
    await open.close();
  }
}
