import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

export function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process is the PostgreSQL server of a data folder. After a restart of the machine or container, another
 * program may have its process id. This can be checked only on Linux; elsewhere any living process counts as the
 * server.
 */
export function serves(pid: number, data: string): boolean {
  if (!processAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    // Another user's process hides its folder but not its name. Or the process has just ended.
  }
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/**
 * When a process began, in clock ticks since the machine started; empty if not known. It tells apart processes that had
 * the same id. Known only on Linux.
 */
export function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
