import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whenOrphaned } from './orphaned.mjs';
import { environment, root } from './prepare.mjs';

const PROGRAM = join(root, 'apps/cli/dist/main.js');

/** Runs the built command line in this process, as if called directly; it ends when npm does. */
export async function runCommand(args) {
  Object.assign(process.env, environment());
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  process.argv = [process.argv[0], PROGRAM, ...args];
  await import(pathToFileURL(PROGRAM).href);
}
