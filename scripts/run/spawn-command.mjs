import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BULK_FLAGS, environment, root } from './prepare.mjs';

/** Runs the built command line, hands signals on and ends as it ends. */
export function spawnCommand(args, env = {}) {
  const child = spawn(process.execPath, [...BULK_FLAGS, join(root, 'apps/cli/dist/main.js'), ...args], {
    stdio: 'inherit',
    env: { ...environment(), ...env },
  });
  // On Ctrl-C the terminal signals the child as well; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
