import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onExit } from 'signal-exit';

/** What the folders are for. */
const WHATS = ['unpacked', 'sandbox'] as const;
/** Machine and process that made a folder. Containers that share a disk see no processes of each other. */
const MACHINE = hostname().replace(/[^A-Za-z0-9.]/g, '_');
const NAME = /^domesday-(?:unpacked|sandbox)-(.+)-(\d+)-[^-]+$/;

const own = new Set<string>();
let prepared: Promise<void> | null = null;

/**
 * A new folder for what is needed only for a while, such as `unpacked` files. TMPDIR names where. Its user removes it
 * with `removeTemporary`; if this process ends before, also by Ctrl-C, it is removed at its end, and if the process is
 * killed, by the next one.
 */
export async function temporaryFolder(what: (typeof WHATS)[number]): Promise<string> {
  prepared ??= prepare();
  await prepared;
  const folder = await mkdtemp(join(tmpdir(), `domesday-${what}-${MACHINE}-${process.pid}-`));
  own.add(folder);
  return folder;
}

export async function removeTemporary(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  own.delete(folder);
}

/** Whether a path is in such a folder. */
export function isTemporary(path: string): boolean {
  return WHATS.some((what) => path.startsWith(join(tmpdir(), `domesday-${what}-`)));
}

async function prepare(): Promise<void> {
  onExit(() => {
    for (const folder of own) removeNow(folder);
  });
  await removeAbandoned();
}

/** Removes what processes of this machine left that were killed. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, machine, pid] = NAME.exec(name) ?? [];
    if (machine !== MACHINE || isAlive(Number(pid))) continue;
    // That of another user cannot be removed, and is not in the way.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A file that Windows still holds open: the next process removes it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
