import { createWriteStream } from 'node:fs';
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

/** Writes to a file. Its errors name the file, which those of Node do not once it is open. */
export async function writeTo(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  options: { flags?: string; start?: number } = {},
): Promise<void> {
  try {
    await pipeline(bytes, createWriteStream(path, options));
  } catch (error) {
    const { syscall, path: named } = error as NodeJS.ErrnoException;
    if (syscall !== 'write' || named !== undefined) throw error;
    throw Object.assign(error as Error, { path, message: `${(error as Error).message} '${path}'` });
  }
}
