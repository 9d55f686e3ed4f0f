import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { processAlive } from './processes.ts';

/**
 * Makes a folder under a temporary name and renames it once it is complete; does nothing if it exists. A process that
 * dies meanwhile leaves nothing that looks complete, and of several processes the first to finish wins. Temporary
 * folders of dead processes are removed.
 */
export async function makeWhole(path: string, make: (making: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  await removeAbandoned(dirname(path));
  const making = join(dirname(path), `making-${process.pid}-${basename(path)}`);
  try {
    await make(making);
    await rename(making, path).catch((error) => {
      if (!existsSync(path)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [found, pid] = /^making(?:-(\d+)-.*)?$/.exec(name) ?? [];
    if (
      found === undefined ||
      (pid !== undefined && Number(pid) !== process.pid && processAlive(Number(pid)))
    )
      continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
