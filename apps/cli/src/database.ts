import { join } from 'node:path';
import { createPool, type Db, migrate, startEmbedded } from '@domesday/db';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  url: string;
  db: Db;
  /** Closes the pool, and stops the embedded server where this process started it. */
  close(): Promise<void>;
}

/** Opens the database of the settings, started and migrated. A server that runs already is left running. */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const server = settings.database_url
    ? { url: settings.database_url, adopted: true, stop: async () => {} }
    : await startEmbedded({ folder: join(settings.home, 'postgres') });
  try {
    await migrate(server.url);
  } catch (error) {
    if (!server.adopted) await server.stop();
    throw error;
  }
  const db = createPool(server.url, { application_name: 'domesday-cli' });
  return {
    url: server.url,
    db,
    close: async () => {
      await db.end();
      if (!server.adopted) await server.stop();
    },
  };
}
