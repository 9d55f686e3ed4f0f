import { existsSync, statSync } from 'node:fs';
import { open, rename, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_ROOM_LEFT } from './embedded-wait.ts';
import { notWhole } from './embedded-whole.ts';

/** PostgreSQL allocates each segment of its write-ahead log at once, and ends if there is no room for one. */
const SEGMENT_BYTES = 16 * 1024 * 1024;
const SHOWN_BYTES = 2000;
export const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
const NO_ROOM = /^.*No space left on device.*$/m;
const OTHER_VERSION =
  /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+?)\.?$/m;
/** PostgreSQL's messages about a write-ahead log, or a file shared by all databases, that is missing or truncated. */
const NOT_WHOLE =
  /^.*(?:could not locate a valid checkpoint record|could not find redo location|could not (?:open|read) (?:from )?file "(?:global|pg_xact|pg_multixact|pg_logical)\/).*$/im;
/**
 * The message of PostgreSQL's programs if the system has no user for the process's user id, as in containers of some
 * platforms.
 */
const NO_USER = /^.*could not look up effective user ID \d+.*$/m;
const READ_ONLY = /^.*Read-only file system.*$/m;

/**
 * The log of an embedded server. `from` is the offset at which this start begins, since messages of earlier starts
 * mislead.
 */
export interface ServerLog {
  file: string;
  from: number;
}

export function logOf(folder: string): ServerLog {
  const file = join(folder, 'postgres.log');
  return { file, from: existsSync(file) ? statSync(file).size : 0 };
}

/**
 * Rotates the log before a start if it is larger than LARGEST_LOG_BYTES: it becomes `.1` and replaces the previous one.
 * Nothing else limits the log's size.
 */
export async function withRoom(log: ServerLog): Promise<ServerLog> {
  try {
    if ((await stat(log.file)).size <= LARGEST_LOG_BYTES) return log;
    await rename(log.file, `${log.file}.1`);
    return { ...log, from: 0 };
  } catch {
    // There is no log yet, or the start itself will report why nothing can be written here.
    return log;
  }
}

/** The error for an operator if the server did not start or one of its programs failed. `output` is their output. */
export async function startFailure(
  reason: string,
  output: string,
  folder: string,
  log?: ServerLog,
): Promise<Error> {
  const [, made_by, own_version] = OTHER_VERSION.exec(output) ?? [];
  if (made_by)
    return new Error(
      `The database in ${folder} was made by PostgreSQL ${made_by}, and this version of Domesday has ${own_version}, which cannot read it. Run the version of Domesday that made it, or name another folder in DOMESDAY_HOME.`,
    );
  const read_only = READ_ONLY.exec(output);
  if (read_only) return systemError(withoutClock(read_only[0]), 'EROFS', folder);
  const no_user = NO_USER.exec(output);
  if (no_user)
    return new Error(
      `The embedded PostgreSQL runs only as a user of this system, and no user has the id of this process (${no_user[0].trim()}). Run the command as a user of this system, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  const full = await fullDisk(output, folder);
  if (full) return full;
  const torn = NOT_WHOLE.exec(output);
  if (torn) return notWhole(join(folder, 'data'), withoutClock(torn[0]));
  const last = output.slice(-SHOWN_BYTES).trim();
  const named = log ? ` Its log is ${log.file}${last ? ':' : '.'}` : '';
  return new Error(`The embedded PostgreSQL did not start: ${reason}.${named}${last ? `\n${last}` : ''}`);
}

/** The error of a running server that accepts no connection; a full disk becomes an error with the code ENOSPC. */
export function unanswered(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === NO_ROOM_LEFT ? systemError(message, 'ENOSPC', folder) : error;
}

/**
 * The error for an operator after the connection to the server was lost: a full disk if that is the cause, else the
 * original error with the path of the log.
 */
export async function endOf(error: Error, folder: string, log: ServerLog): Promise<Error> {
  const full = await fullDisk(await logSince(log), folder);
  if (full) return full;
  error.message = `${error.message}; its log is ${log.file}`;
  return error;
}

export async function logSince({ file, from }: ServerLog): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(size < from ? 0 : from, size - 100_000);
    return (await handle.read(Buffer.alloc(size - start), 0, size - start, start)).buffer.toString();
  } finally {
    await handle.close();
  }
}

/**
 * An error if the disk is full, judged by the server's messages or, if there was no room to log them, by the free
 * space; else null.
 */
async function fullDisk(output: string, folder: string): Promise<Error | null> {
  const line = NO_ROOM.exec(output);
  if (line) return systemError(withoutClock(line[0]), 'ENOSPC', folder);
  const disk = await statfs(folder).catch(() => null);
  const free = disk ? disk.bavail * disk.bsize : SEGMENT_BYTES;
  if (free >= SEGMENT_BYTES) return null;
  return systemError(`${Math.floor(free / 1e6)} MB are free, and PostgreSQL needs 17`, 'ENOSPC', folder);
}

/** An error shaped like Node's own system errors, for which the command line shows advice. */
function systemError(message: string, code: string, folder: string): Error {
  return Object.assign(new Error(message), { code, path: join(folder, 'data') });
}

function withoutClock(line: string): string {
  return line.replace(/^.*? (?:LOG|WARNING|ERROR|FATAL|PANIC|DETAIL): +/, '').trim();
}
