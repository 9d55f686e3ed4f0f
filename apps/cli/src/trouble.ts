import { accessSync, constants, existsSync } from 'node:fs';
import { constants as ofSystem, tmpdir } from 'node:os';
import { dirname, sep } from 'node:path';
import { isTemporary } from '@domesday/files/temporary-folder';
import { homeFolder } from './folders.ts';
import { oneLine } from './output.ts';

/** PostgreSQL's code for a full disk. */
const OF_POSTGRES = '53100';
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', OF_POSTGRES]);
const REFUSED = new Set(['EROFS', 'EACCES', 'EPERM']);
/** Error codes of a folder that cannot be created at the given path. */
const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP']);
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);
/** System calls that only read. */
const READS = new Set(['access', 'lstat', 'opendir', 'read', 'readlink', 'realpath', 'scandir', 'stat']);
/** Codes for a PostgreSQL that stopped or died while the command ran. */
const ENDED = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE']);
/** Messages without a code, with which the PostgreSQL client reports a lost or failed connection. */
const LOST =
  /Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|query read timeout|not queryable/i;

/** No connection was made at all; the address may be wrong. */
const UNREACHED = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH']);
const NOT_MADE = /due to connection timeout|timeout exceeded when trying to connect/i;

const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const NO_TLS = 'The server does not support SSL connections';
const UNENCRYPTED = 'no encryption';
/** The single code that PgBouncer uses for every refusal. */
const POOLER_REFUSES = '08P01';
const POOLER_WANTS_TLS = 'SSL required';

/**
 * Shared memory of PostgreSQL, which Linux keeps in a separate file system. If that is full, the error has the code of
 * a full disk. The text may be in any language, so only the path is matched.
 */
const SHARED_MEMORY = /\/PostgreSQL\.\d+/;

const TOO_MANY_OPEN = new Set(['EMFILE', 'ENFILE']);

const SETTINGS = 'DATABASE_URL (or DIRECT_DATABASE_URL, FICTIONAL_DATABASE_URL)';
const AGAIN = 'What was served stays as it was; the same command again continues.';

type MachineError = Error & { code?: unknown; syscall?: unknown; path?: unknown };

/** Whether an error code of the system or of PostgreSQL means a full disk. */
export function isFull(code: unknown): boolean {
  return DISK_FULL.has(String(code));
}

/** The message for an operator; for errors of the machine it says what to do. */
export function troubleOf(error: MachineError, readable: (path: string) => boolean = mayRead): string {
  const code = String(error.code);
  const { message } = error;
  if (code === OF_POSTGRES && SHARED_MEMORY.test(message))
    return `PostgreSQL has too little shared memory (${message}): /dev/shm is full where it runs. Give its container more: shm_size in Compose, --shm-size=256m of docker run, a volume in memory at /dev/shm in Kubernetes. ${AGAIN}`;
  if (isFull(code)) return fullDisk(error);
  if (isOfTemporary(error) && (REFUSED.has(code) || ABSENT.has(code)))
    return `The folder of temporary files cannot be used (${message}). TMPDIR names it.`;
  if (TOO_MANY_OPEN.has(code))
    return `Too many files are open (${message}). Raise the limit (ulimit -n), or close other programs. ${AGAIN}`;
  if (code === 'EIO')
    return `A disk cannot be read or written (${message}). Look whether it fails or is no longer attached. ${AGAIN}`;
  if (error.syscall === 'connect' && (REFUSED.has(code) || ABSENT.has(code)))
    return `PostgreSQL is not reached at its socket (${message}). Start it, allow this user to use the socket, or correct the folder of the socket in ${SETTINGS}.`;
  if (REFUSED.has(code) && isOfReading(error, readable))
    return `A file or folder cannot be read (${message}). Allow the user that runs this command to read it.`;
  if (REFUSED.has(code) || (NO_FOLDER.has(code) && error.syscall === 'mkdir'))
    return `A folder cannot be written (${message}). ${
      isOfHome(error)
        ? 'DOMESDAY_HOME names the folder of all data.'
        : 'Name a file in another folder, or allow the user that runs this command to write there.'
    }`;
  if (UNREACHED.has(code) || NOT_MADE.test(message))
    return `Nothing answers at the address of PostgreSQL (${message}). See that it runs and can be reached there, or correct its address where you set ${SETTINGS}. ${AGAIN}`;
  if (isLost(error))
    return `PostgreSQL ended or does not answer (${message}). What is stored stays; run the command again once it answers.`;
  if (code === '40P01')
    return `Statements of other processes and this command waited for each other's tables (${message}), and PostgreSQL ended this one. ${AGAIN}`;
  if (code === '53300')
    return `PostgreSQL has no free connection (${message}). Lower POOL_SIZE or API_PROCESSES, or raise its max_connections. ${AGAIN}`;
  const server_message = troubleOfServer(code, message);
  if (server_message) return `${server_message} ${AGAIN}`;
  return (
    troubleOfFile(error) ?? troubleOfAddress(code, message) ?? message.split('\n').map(oneLine).join('\n')
  );
}

/** Whether the connection to PostgreSQL was lost or could not be made. */
export function isLost({ code, message }: MachineError): boolean {
  return ENDED.has(String(code)) || LOST.test(message);
}

/** The message for a PostgreSQL error that is not caused by the command or the data; null for others. */
function troubleOfServer(code: string, message: string): string | null {
  if (code === '57014')
    return `A statement was cancelled (${message}): an administrator did so, or a time limit of the server.`;
  if (code === '53200')
    return `PostgreSQL has too little memory (${message}). Lower its work_mem or maintenance_work_mem, or give it more.`;
  if (code === '58030')
    return `PostgreSQL cannot read or write its disk (${message}). Look whether it fails or is no longer attached.`;
  if (code === 'XX001' || code === 'XX002')
    return `PostgreSQL finds its files damaged (${message}). Stop the service and restore a back-up; an index alone is made anew by reindex.`;
  return null;
}

/** The message for a file of the command line that cannot be used. */
function troubleOfFile({ code, syscall, path }: MachineError): string | null {
  if (code === 'EISDIR')
    return typeof path === 'string'
      ? `${path} is a folder: name a file.`
      : 'A folder is named in place of a file.';
  if (code !== 'ENOENT' || syscall !== 'open' || typeof path !== 'string') return null;
  return existsSync(dirname(path)) ? `There is no file at ${path}.` : `There is no folder ${dirname(path)}.`;
}

/** Advice if the settings name the database wrongly; null for other errors. */
function troubleOfAddress(code: string, message: string): string | null {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host of the database is not found (${message}). Correct it in ${SETTINGS}.`;
  if (UNKNOWN_AUTHORITY.has(code))
    return `The certificate of PostgreSQL is of an authority that this machine does not know (${message}). Add sslrootcert=<file with its certificate> to ${SETTINGS}.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of PostgreSQL is for another name than the host (${message}). Name the host as the certificate does, or set sslmode=verify-ca with sslrootcert, in ${SETTINGS}.`;
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of PostgreSQL has expired (${message}). Renew it there.`;
  if (message === NO_TLS)
    return `PostgreSQL offers no TLS (${message}). Turn it on there, or leave sslmode out of ${SETTINGS}.`;
  if ((code === '28000' && message.endsWith(UNENCRYPTED)) || message === POOLER_WANTS_TLS)
    return `PostgreSQL wants TLS (${message}). Add sslmode=require to ${SETTINGS}.`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL refuses the user or the password (${message}). Correct them in ${SETTINGS}.`;
  if (code === '3D000' || (code === POOLER_REFUSES && message.startsWith('no such database')))
    return `The database does not exist (${message}). Create it with createdb --template=template0 --encoding=UTF8 --locale=C, or correct ${SETTINGS}.`;
  if (code === '55000' && message.endsWith('accepting connections'))
    return `The database is closed to connections (${message}). Open it with alter database … allow_connections true, or correct ${SETTINGS}.`;
  if (code === '25006')
    return `The database is read-only, or a standby (${message}). Name the primary in ${SETTINGS}, or take default_transaction_read_only from the server, the database and the user.`;
  if (code === '42501')
    return `The user of the database may not do this (${message}). Give it the right, or name another user in ${SETTINGS}.`;
  return null;
}

/** The message for a full disk: which disk, if known, and which setting names another folder. */
function fullDisk(error: MachineError): string {
  if (isOfTemporary(error))
    return `The disk of temporary files is full (${error.message}). Make room in ${tmpdir()}, or name another folder in TMPDIR. ${AGAIN}`;
  const unnamed = String(error.code) === OF_POSTGRES ? 'The disk of PostgreSQL' : 'A disk';
  const where = typeof error.path === 'string' ? `The disk of ${dirname(error.path)}` : unnamed;
  return `${where} is full (${error.message}). Make room on it. ${AGAIN}`;
}

/** Whether the error concerns the folder in which archives are unpacked. */
function isOfTemporary({ path }: MachineError): boolean {
  return typeof path === 'string' && isTemporary(path);
}

/** Whether the error concerns the data folder or its creation; true if the error names no path. */
function isOfHome({ path }: MachineError): boolean {
  if (typeof path !== 'string') return true;
  const home = homeFolder();
  return `${path}${sep}`.startsWith(`${home}${sep}`) || home.startsWith(`${path}${sep}`);
}

/** A failed `open` may have been for reading or writing. If the file exists and cannot be read, it was for reading. */
function isOfReading({ code, syscall, path }: MachineError, readable: (path: string) => boolean): boolean {
  if (code === 'EROFS') return false;
  if (syscall === 'open' && typeof path === 'string') return existsSync(path) && !readable(path);
  return READS.has(String(syscall));
}

function mayRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let leftBehind = '';

/** The message if the signal came after the work was done. */
export const DONE = 'Its work was done.';

/** From now on, a signal that ends the command first prints a line that says what it leaves behind. */
export function reportInterruption(leaves: string): void {
  const listening = leftBehind !== '';
  leftBehind = leaves;
  if (listening) return;
  for (const signal of SIGNALS)
    process.once(signal, () => {
      // On a terminal, first end the progress line.
      console.error(`${process.stderr.isTTY ? '\n' : ''}Stopped by ${signal}. ${leftBehind}`);
      endBy(signal);
    });
}

/**
 * Ends the process by a signal. The first process of a container is not ended by signals, so it exits with the same
 * status.
 */
function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
  process.exit(128 + ofSystem.signals[signal]);
}

/** Lets signals end the first process of a container too, for commands that do not handle signals themselves. */
export function endFirstBySignals(): void {
  if (process.pid !== 1) return;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) endBy(signal);
    });
}
