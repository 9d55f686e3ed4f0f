import { rm, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** A running server checks its pid file once a minute, and ends if the file no longer names it. */
const EMPTY_FOR_MS = 120_000;

/**
 * Removes an empty `postmaster.pid` that a loss of power left: it has been empty for two minutes or since before the
 * machine started. Throws if the file is newer. A starting server fills the file a moment after creating it, so
 * PostgreSQL refuses to start beside an empty one.
 */
export async function removeEmptyPidFile(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const found = await stat(path).catch(() => null);
  if (!found || found.size > 0) return;
  const now_ms = Date.now();
  const machine_began_ms = now_ms - uptime() * 1000;
  if (found.mtimeMs < machine_began_ms || now_ms - found.mtimeMs >= EMPTY_FOR_MS)
    return rm(path, { force: true });
  throw new Error(
    `The file ${path} is empty, as a loss of power leaves it, or a server that is starting for a moment. Run the command again in two minutes: where it is still empty then, it is removed.`,
  );
}
