import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endOf,
  logOf,
  logSince,
  type ServerLog,
  startFailure,
  unanswered,
  withRoom,
} from './embedded-failure.ts';
import { removeEmptyPidFile } from './embedded-left.ts';
import { type Launcher, launcherFor, nativeFolder } from './embedded-programs.ts';
import { usersFolder } from './embedded-users.ts';
import { waitUntilReady, withoutLoopback } from './embedded-wait.ts';
import { emptyInstead, mustBeWholeFolder, mustHaveItsFiles } from './embedded-whole.ts';
import { guard } from './guard.ts';
import { makeFolder } from './make-folder.ts';
import { makeWhole } from './make-whole.ts';
import { processAlive, serves } from './processes.ts';

export interface Embedded {
  /** The server's address over TCP. */
  url: string;
  /**
   * The server's address over its Unix socket, which takes less processor time per statement. Equals `url` if the
   * system has no Unix sockets or the folder's path is too long for one.
   */
  local_url: string;
  /** True if a server that outlived its starter was reused instead of starting a new one. */
  adopted: boolean;
  /** Whether the server process is running. */
  alive(): boolean;
  /**
   * Whether the data folder was moved, replaced or deleted while the server runs. Its checkpoints would then damage
   * what is now at the path.
   */
  displaced(): boolean;
  /** Whether the process that started the server is running. */
  ownerLives(): Promise<boolean>;
  /** Lets the server keep running, without an owner, when this process ends. */
  leave(): Promise<void>;
  stop(): Promise<void>;
  /** The error for an operator after the connection was lost: why the server ended, or where its log is. */
  endOf(error: Error): Promise<Error>;
}

export interface EmbeddedOptions {
  /** Folder of the cluster; created if it is absent. */
  folder: string;
  /** TCP port on the loopback interface; if absent, a free one is chosen. */
  port?: number;
  /** Extra `-c name=value` settings, for tests and benchmarks. */
  settings?: Record<string, string>;
  /** Folder whose `bin` has the programs of another PostgreSQL than the package's; for tests. */
  native?: string;
  /** How long the server may take to stop before it counts as hanging; for tests. */
  stops_within_ms?: number;
  /** Files that exist only if a database was used before. If one does and the database is missing, `tell` is called. */
  used?: readonly string[];
  /**
   * Called with a message if the server takes long to recover from a crash, or if an empty database is made although
   * one was used before.
   */
  tell?: (text: string) => void;
}

const DATABASE = 'domesday';
const USER = 'domesday';
const STOPS_WITHIN_MS = 30_000;
/** After SIGQUIT, PostgreSQL kills its own processes that do not end within five seconds. */
const QUITS_WITHIN_MS = 10_000;

/**
 * Starts the PostgreSQL from the package, or reuses the server that is already running on this folder. The server ends
 * with the process that started it, however that ends, or with the last process that uses it. The cluster is created on
 * first use. It listens only on loopback and on a Unix socket in its own folder. The password is in
 * `<folder>/password`, mode 600.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(options.folder);
  await makeFolder(folder, 0o700);
  const data = join(folder, 'data');
  const found = logOf(folder);
  const password = await passwordFor(folder);
  const { stops_within_ms = STOPS_WITHIN_MS, tell } = options;
  const taken = { data, password, log: found, stops_within_ms, tell };
  const adopted = await adopt(taken);
  if (adopted) return adopted;
  await removeEmptyPidFile(data);

  const native = options.native ?? (await nativeFolder());
  const launch = await launcherFor(native, folder, data);
  await mustBeWholeFolder(data);
  const used = options.used?.find((file) => existsSync(file));
  if (used && !existsSync(data)) tell?.(emptyInstead(data, used));
  await makeCluster(data, password, launch);

  const port = options.port ?? (await freePort());
  const sockets = socketFolder(data);
  const log = await withRoom(found);
  // No process can be using a stopped server: these files are from processes that were killed.
  await rm(usersFolder(folder), { recursive: true, force: true });
  const child = launch.start('postgres', serverArgs(data, port, sockets, options.settings), log.file);
  const pid = child.pid ?? 0;
  let reason: string | undefined;
  child.on('error', (error) => {
    reason = error.message;
  });
  const pid_file = join(data, 'postmaster.pid');
  const unguard = guard({ pid, pid_file, stops_within_ms, users: usersFolder(folder) });
  const url = urlFor(port, password);
  const running = async () => pid > 0 && child.exitCode === null && child.signalCode === null;
  try {
    await waitUntilReady(url, DATABASE, { alive: running, password_file: passwordFile(folder), tell });
    await mustHaveItsFiles(url, data);
  } catch (error) {
    unguard();
    // The server would otherwise keep running without an owner.
    if (await running()) {
      await stopServer(pid, stops_within_ms);
      throw unanswered(error, folder);
    }
    // Another process may have started it at the same time.
    const other = await adopt(taken).catch(() => null);
    if (other) return other;
    throw await startFailure(reason ?? (error as Error).message, await logSince(log), folder, log);
  }
  const owner = ownerFile(folder);
  await writeFile(owner, String(process.pid));
  const displaced = () => !isNamedIn(data, pid);
  const stop = async () => {
    // A normal stop writes a checkpoint into the folder that is now at the path, which could then not be started any
    // more.
    await (displaced() ? quitServer(pid) : stopServer(pid, stops_within_ms));
    unguard();
  };
  const leave = async () => {
    unguard();
    await rm(owner, { force: true });
  };
  const alive = () => processAlive(pid);
  return {
    url,
    local_url: withSocket(sockets, url),
    adopted: false,
    ownerLives: async () => true,
    alive,
    displaced,
    leave,
    stop,
    endOf: (error) => endOf(error, folder, log),
  };
}

function serverArgs(
  data: string,
  port: number,
  sockets: string,
  more: Record<string, string> = {},
): string[] {
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', sockets];
  for (const [name, value] of Object.entries({ ...defaultSettings, ...more }))
    args.push('-c', `${name}=${value}`);
  return args;
}

async function makeCluster(data: string, password: string, launch: Launcher): Promise<void> {
  await makeWhole(data, async (making) => {
    const passwordFile = `${making}-password`;
    await writeFile(passwordFile, password, { mode: 0o600 });
    await launch.own(passwordFile);
    const options = ['--username', USER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    const form = ['--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
    try {
      await launch.run('initdb', ['--pgdata', making, ...options, ...form]);
    } catch (error) {
      const { message } = error as Error;
      throw await startFailure('its data folder could not be made', message, dirname(data));
    } finally {
      await rm(passwordFile, { force: true });
    }
  });
}

/** The file with the id of the process that started the server. */
function ownerFile(folder: string): string {
  return join(folder, 'owner');
}

interface Taken {
  data: string;
  password: string;
  log: ServerLog;
  stops_within_ms: number;
  tell: EmbeddedOptions['tell'];
}

/** The server already running on this folder; null if there is none, or if it is stopping. */
async function adopt(taken: Taken): Promise<Embedded | null> {
  const { data, password, log, stops_within_ms, tell } = taken;
  const running = await runningServer(data);
  if (!running) return null;
  const url = urlFor(running.port, password);
  const alive = () => processAlive(running.pid);
  const aliveOrStopped = async () => {
    if (!(await runningServer(data))?.stopping) return alive();
    // The process that stopped the server may have been killed since, so a hanging server is ended here.
    if (!(await endsWithin(running.pid, stops_within_ms))) await quitServer(running.pid);
    return false;
  };
  const folder = dirname(data);
  try {
    await waitUntilReady(url, DATABASE, { alive: aliveOrStopped, password_file: passwordFile(folder), tell });
  } catch (error) {
    if (alive()) throw unanswered(error, folder);
    return null;
  }
  const ownerLives = async () => {
    const owner = Number(await readFile(ownerFile(folder), 'utf8').catch(() => '0'));
    return owner > 0 && processAlive(owner);
  };
  // Another process may have restarted the server since, so its present process id is read.
  const stop = async () => {
    const now = await runningServer(data);
    if (now) await stopServer(now.pid, stops_within_ms);
  };
  const local_url = withSocket(running.sockets, url);
  return {
    url,
    local_url,
    adopted: true,
    ownerLives,
    alive,
    displaced: () => !isNamedIn(data, running.pid),
    leave: async () => {},
    stop,
    endOf: (error) => endOf(error, folder, log),
  };
}

const defaultSettings: Record<string, string> = {
  max_connections: '120',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  // A small load writes mostly whole index pages to the write-ahead log; compressing one costs more than writing it.
  wal_compression: 'off',
  // No replication, so that a table built and swapped in one transaction skips the write-ahead log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
};

function passwordFile(folder: string): string {
  return join(folder, 'password');
}

async function passwordFor(folder: string): Promise<string> {
  const path = passwordFile(folder);
  if (!existsSync(path)) {
    // Another process may create a password at the same time: the first one to link its file to this name wins.
    const own = `${path}-${process.pid}`;
    try {
      await writeFile(own, randomBytes(24).toString('base64url'), { mode: 0o600 });
      await link(own, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    } finally {
      await rm(own, { force: true });
    }
  }
  const password = (await readFile(path, 'utf8')).trim();
  if (password === '')
    throw new Error(
      `The file ${path} is empty, as a loss of power may leave it: it has the password of the database beside it. Put back the file that was there, such as that of a back-up; only to begin with an empty database, move ${folder} away.`,
    );
  return password;
}

/**
 * The server's address over TCP. It turns encryption off: otherwise PGSSLMODE, set for other servers, would demand it
 * here.
 */
function urlFor(port: number, password: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`;
}

/** Longest path of a Unix socket in bytes: the limit of macOS. Linux allows four more. */
const LONGEST_SOCKET_PATH = 103;

/**
 * Folder of the server's Unix socket; empty for none. PostgreSQL reads the setting as a comma-separated list, so paths
 * with commas cannot be used.
 */
function socketFolder(data: string): string {
  const path = join(data, '.s.PGSQL.65535');
  const fits = Buffer.byteLength(path) <= LONGEST_SOCKET_PATH && !/[,"]/.test(path);
  return process.platform !== 'win32' && fits ? data : '';
}

/** Adds the socket in this folder to the address; returns `url` unchanged if there is no socket. */
function withSocket(sockets: string, url: string): string {
  return sockets === '' ? url : `${url}&host=${encodeURIComponent(sockets)}`;
}

interface RunningServer {
  pid: number;
  port: number;
  sockets: string;
  stopping: boolean;
}

/** The server that `postmaster.pid` names, if it is alive. */
async function runningServer(data: string): Promise<RunningServer | null> {
  const path = join(data, 'postmaster.pid');
  if (!existsSync(path)) return null;
  const lines = (await readFile(path, 'utf8')).split('\n');
  const port = Number(lines[3]);
  // Under a user namespace the file holds the same pid, since the pid namespace is shared.
  const pid = Number(lines[0]);
  const sockets = lines[4] ?? '';
  if (!(pid > 0 && port > 0)) return null;
  const stopping = lines[7]?.trim() === 'stopping';
  if (serves(pid, data)) return { pid, port, sockets, stopping };
  // PostgreSQL refuses to start beside the pid file of a killed server whose process id another program now has.
  if (processAlive(pid)) await rm(path, { force: true });
  return null;
}

/**
 * Whether the pid file at this path names the server. PostgreSQL's own check looks in the folder it started in, even if
 * that was moved.
 */
function isNamedIn(data: string, pid: number): boolean {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]) === pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions and writes a checkpoint. */
async function stopServer(pid: number, within_ms: number): Promise<void> {
  send(pid, 'SIGINT');
  if (!(await endsWithin(pid, within_ms))) await quitServer(pid);
}

/**
 * Ends the server at once with SIGQUIT. PostgreSQL 18 hangs for ever if it is stopped while it recovers from the death
 * of one of its processes. Committed data are in the write-ahead log, which the next start replays.
 */
async function quitServer(pid: number): Promise<void> {
  send(pid, 'SIGQUIT');
  await endsWithin(pid, QUITS_WITHIN_MS);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

async function endsWithin(pid: number, within_ms: number): Promise<boolean> {
  for (let waited_ms = 0; waited_ms < within_ms && processAlive(pid); waited_ms += 25) await sleep(25);
  return !processAlive(pid);
}

async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', (error) => fail(withoutLoopback(error)));
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
