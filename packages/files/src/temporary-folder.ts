import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onExit } from 'signal-exit';

/** The purposes of temporary folders, which are part of their names. */
const WHATS = ['unpacked', 'sandbox'] as const;
/** The machine that made a folder. Containers that share a disk cannot see each other's processes. */
const MACHINE = hostname().replace(/[^A-Za-z0-9.]/g, '_');
const NAME = /^domesday-(?:unpacked|sandbox)-(.+)-(\d+)-[^-]+$/;

const own = new Set<string>();
let prepared: Promise<void> | null = null;

/**
 * Creates a temporary folder in TMPDIR. Its user removes it with `removeTemporary`. Otherwise it is removed when this
 * process ends, also by Ctrl-C; if this process is killed, by the next process that makes such a folder.
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

/** Removes folders that killed processes of this machine left. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, machine, pid] = NAME.exec(name) ?? [];
    if (machine !== MACHINE || isAlive(Number(pid))) continue;
    // The folder of another user cannot be removed, and does no harm.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Windows still holds a file open: the next process removes the folder.
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
