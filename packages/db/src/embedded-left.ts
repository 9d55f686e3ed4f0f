import { rm, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** A server looks into its file once a minute, and ends where that no longer names it. */
const EMPTY_FOR_MS = 120_000;

/**
 * A server that starts writes `postmaster.pid` a moment after it has made it, so PostgreSQL refuses to start beside an
 * empty one. Where it has been empty for long, or from before the machine was started, a loss of power has left it.
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
