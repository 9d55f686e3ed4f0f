import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Errors of the machine: full or failing disks, permissions, limits. They say nothing of what a file contains. */
const OF_MACHINE = new Set([
  'ABORT_ERR',
  'EACCES',
  'EBUSY',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOMEM',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
]);

export function isOfMachine(error: unknown): boolean {
  return OF_MACHINE.has(String((error as NodeJS.ErrnoException | null)?.code));
}

/** Writes to a file. Its errors name the file. */
export async function writeTo(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  options: { flags?: string; start?: number } = {},
): Promise<void> {
  await namingFile(path, () => pipeline(bytes, createWriteStream(path, options)));
}

/** Writes a whole file. Its errors name the file. */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  await namingFile(path, () => writeFile(path, content, { mode }));
}

/** Does what writes to a file, and names the file in its errors: those of Node do not once it is open. */
export async function namingFile<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { syscall, path: named } = error as NodeJS.ErrnoException;
    if (!WRITES.has(String(syscall)) || named !== undefined) throw error;
    throw Object.assign(error as Error, { path, message: `${(error as Error).message} '${path}'` });
  }
}

/** Calls of the system at which a full disk shows; some show it only once what was written is put on the disk. */
const WRITES = new Set(['write', 'fdatasync', 'fsync', 'ftruncate', 'close']);
