import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { alone } from './alone.mjs';

export const root = resolve(import.meta.dirname, '../..');

/** Runs a program of the checkout; exits with its status if it fails. */
export function run(command, args, options = {}) {
  const status = statusOf(command, args, options);
  if (status !== 0) process.exit(status);
}

function statusOf(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: environment(),
    ...options,
  });
  if (error) console.error(`${command} could not be run: ${error.message}`);
  return status ?? 1;
}

const SAY_EVERY_5_S =
  'setInterval(() => console.error(process.argv[1], Math.round(performance.now() / 1000), "s"), 5000).unref();' +
  'process.stdin.resume();';

/**
 * Runs a program that may be silent for a minute or more, and prints every five seconds that it is running. A child
 * process prints this, since this process is blocked; the child ends with this process, whose end closes the child's
 * standard input.
 */
function toldStatusOf(what, command, args, options) {
  const stdio = ['pipe', 'inherit', 'inherit'];
  const teller = spawn(process.execPath, ['-e', SAY_EVERY_5_S, `${what} …`], { stdio });
  const status = statusOf(command, args, options);
  // A signal is delivered at once; closing the child's input would take effect only when this process is no longer
  // blocked.
  teller.kill();
  return status;
}

/** Path of a dependency's program. */
export function bin(name) {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * For processes that load or build: with Node's default 16 MB of young generation, a fifth of their time is spent on
 * garbage collection of rows in transit.
 */
export const BULK_FLAGS = ['--max-semi-space-size=64'];

export function environment() {
  return {
    ...process.env,
    DOMESDAY_ROOT: root,
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
}

/** Held by the command that installs or builds. */
export const LOCK = join(root, '.turbo/preparing');
function preparing(work) {
  try {
    accessSync(root, constants.W_OK);
    if (existsSync(dirname(LOCK))) accessSync(dirname(LOCK), constants.W_OK);
  } catch (error) {
    console.error(
      `error: This checkout is to be installed and built, and ${error.path} cannot be written (${error.code}). Run the same command once as the user who owns it.`,
    );
    process.exit(1);
  }
  alone(LOCK, work);
}

/** Installs missing packages; nothing if the installed tree matches the lockfile. */
export function install() {
  preparing(installMissing);
}

function installMissing() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = join(root, 'node_modules/.domesday-lock');
  const wanted = createHash('sha256').update(lock).digest('hex');
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  if (before === wanted) return;
  const installed = join(root, 'node_modules/.package-lock.json');
  const byHand =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs &&
    // With NODE_ENV=production npm by default leaves out the build tools.
    existsSync(bin('turbo'));
  if (!byHand) installAll(stamp, before);
  writeFileSync(stamp, wanted);
}

/** Installs the build tools and the embedded PostgreSQL too, even if NODE_ENV or npm's settings leave them out. */
const ALL_KINDS = ['--include=dev', '--include=optional'];

/**
 * `npm ci` deletes all packages first. If the packages of an earlier lock file are complete, only the changed ones are
 * replaced.
 */
function installAll(stamp, before) {
  const command = before === null ? ['ci'] : ['install', '--no-save'];
  // The stamp is removed first: if this process is killed, the installed tree counts as incomplete.
  rmSync(stamp, { force: true });
  const args = [...command, ...ALL_KINDS, '--no-audit', '--no-fund', '--loglevel=error'];
  const status = toldStatusOf('Installing packages', 'npm', args);
  if (status === 0) return;
  if (before !== null) writeFileSync(stamp, before);
  console.error(
    'error: The packages could not be installed; nothing else was changed. Run the same command again.',
  );
  process.exit(status);
}

/** Options of turbo for all tasks: quiet on success, with the environment unchanged. */
export const TURBO_FLAGS = [
  '--env-mode=loose',
  '--output-logs=errors-only',
  '--log-order=grouped',
  '--no-update-notifier',
];

/** Regenerates code whose inputs have changed. */
export function generate() {
  preparing(() =>
    run(bin('turbo'), ['run', '//#generate', ...TURBO_FLAGS], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
}

/** Generates and bundles the apps; unchanged ones come from turbo's cache. None of them needs the SDK's bundle. */
export function build() {
  const tasks = ['build', '--filter=./apps/*', ...(isAsCommitted() ? ['--only'] : [])];
  preparing(() => {
    const options = { stdio: ['ignore', 'pipe', 'inherit'] };
    const status = toldStatusOf('Building', bin('turbo'), ['run', ...tasks, ...TURBO_FLAGS], options);
    if (status !== 0) process.exit(status);
  });
}

/**
 * Whether this is an unchanged new clone: its generated files are those of the commit, which `npm run check` has
 * compared. Generating them again would take a third of the first build.
 */
function isAsCommitted() {
  if (existsSync(join(root, 'apps/cli/dist'))) return false;
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  return status === 0 && stdout === '';
}
