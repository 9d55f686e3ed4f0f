import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, migrate } from '@domesday/db';
import { loadSandbox } from '@domesday/sandbox/load';
import { cloneOf, ensureTemplate, type TestDatabase } from './database.ts';

const LOADED_AT = '2026-11-21T11:00:00.000Z';

/**
 * A new database with the whole fictional country, loaded by the real loaders once per run. Drop it when done.
 */
export async function sandboxDatabase(): Promise<TestDatabase> {
  const template = await ensureTemplate('sandbox', async (url) => {
    await migrate(url);
    const db = createPool(url, { max: 4 });
    const home = await mkdtemp(join(tmpdir(), 'domesday-home-'));
    try {
      await loadSandbox(db, { home });
      // Load times are fixed, so that answers that depend on them stay the same from day to day.
      await db.query('update dataset_loads set started_at = $1, finished_at = $1', [LOADED_AT]);
    } finally {
      await db.end();
      await rm(home, { recursive: true, force: true });
    }
  });
  return cloneOf(template);
}
