import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isAlive } from './alive.mjs';

const LOOK_EVERY_MS = 500;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh']);

/**
 * Calls back once when npm, which started this script, has ended. npm does not forward signals to the script: at most
 * it ends its shell, and a kill -9 not even that. So this process checks its parent and, if that is a shell, whether
 * npm above it is alive. A script that was not started by npm may outlive its parent.
 */
export function whenOrphaned(callBack) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const shell = processOf(parent);
  const above = SHELLS.has(shell.name) ? shell.parent : 0;
  const timer = setInterval(() => {
    if (process.ppid === parent && (above <= 1 || isAlive(above))) return;
    clearInterval(timer);
    callBack();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Name and parent of a process; from /proc if there is one, since a slim image has no ps. */
function processOf(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    const [parent, ...name] = (stdout ?? '').trim().split(/\s+/);
    return { name: basename(name.join(' ')), parent: Number(parent) };
  }
}
