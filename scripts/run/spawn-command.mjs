import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { whenOrphaned } from './orphaned.mjs';
import { BULK_FLAGS, environment, root } from './prepare.mjs';

/** Runs the built command line, hands signals on and ends as it ends; it ends when this process or npm does. */
export function spawnCommand(args, env = {}) {
  const child = spawn(process.execPath, [...BULK_FLAGS, join(root, 'apps/cli/dist/main.js'), ...args], {
    // The channel closes when this process dies, however it dies, and the command line ends at that.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment(), ...env },
  });
  // On Ctrl-C the terminal signals the child as well; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
