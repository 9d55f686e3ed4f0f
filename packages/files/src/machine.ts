import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Error codes of the machine: full or failing disks, permissions, limits. They say nothing about a file's content. */
const MACHINE_CODES = new Set([
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
  return MACHINE_CODES.has(String((error as NodeJS.ErrnoException | null)?.code));
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

/** Runs `write`, and names the file in its errors: Node's own errors do not name a file that is already open. */
export async function namingFile<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { syscall, path: named } = error as NodeJS.ErrnoException;
    if (!WRITES.has(String(syscall)) || named !== undefined) throw error;
    throw Object.assign(error as Error, { path, message: `${(error as Error).message} '${path}'` });
  }
}

/** System calls that may report a full disk; some report it only when data are flushed to the disk. */
const WRITES = new Set(['write', 'fdatasync', 'fsync', 'ftruncate', 'close']);
