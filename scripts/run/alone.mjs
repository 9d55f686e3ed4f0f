import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from './alive.mjs';

const LOOK_EVERY_MS = 200;
/** A lock file without a process id is just being written or removed; if it stays so, its process was killed. */
const MOST_LOOKS_WITHOUT_PROCESS = 25;

/**
 * Runs `work` while no other process runs work under the same lock file; the others wait. Otherwise two commands at
 * once would install or build into the same folders. The lock of a killed process is taken over.
 */
export function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  let told = false;
  for (let nobody = 0; !taken(lock); pause()) {
    const holder = holderOf(lock);
    nobody = holder === null ? nobody + 1 : 0;
    if (holder === null ? nobody > MOST_LOOKS_WITHOUT_PROCESS : !isAlive(holder)) setAside(lock, holder);
    else if (holder !== null && !told) {
      told = true;
      console.error(`Waiting for process ${holder}, which prepares this checkout …`);
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Process that holds the lock, or null. */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || null;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the lock of a dead process; puts it back if another took it in the meantime. */
function setAside(lock, dead) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (holderOf(aside) === dead) rmSync(aside);
  else renameSync(aside, lock);
}

function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
}
