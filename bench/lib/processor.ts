import { readdir, readFile } from 'node:fs/promises';

/** Linux counts the processor time of a process in hundredths of a second. */
const TICK_MS = 10;

interface Stat {
  parent: number;
  used_ms: number;
  /** Processor time of its child processes that have ended. */
  ended_ms: number;
}

/** Parent and processor time of a process; null if the system does not report them. */
async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in brackets may contain spaces, so the fields after it are counted from the third.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, ended_user, ended_system] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) * TICK_MS);
  return {
    parent: Number(fields[1]),
    used_ms: user! + system!,
    ended_ms: ended_user! + ended_system!,
  };
}

/** Processor time of a process so far, milliseconds; 0 if the system does not report it. */
export async function usedBy(pid: number): Promise<number> {
  return (await statOf(pid))?.used_ms ?? 0;
}

/** Process id of the PostgreSQL server of a backend; 0 if the system does not report it. */
export async function serverOf(backend: number): Promise<number> {
  return (await statOf(backend))?.parent ?? 0;
}

/** Processor time so far of a PostgreSQL server and its processes, milliseconds. */
export async function usedByServer(server: number): Promise<number> {
  const whole = await statOf(server);
  let sum = whole ? whole.used_ms + whole.ended_ms : 0;
  for (const name of server > 0 ? await readdir('/proc') : []) {
    const stat = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (stat?.parent === server) sum += stat.used_ms;
  }
  return sum;
}
