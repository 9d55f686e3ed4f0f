import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sampling interval. Reading the pages of every process takes processor time from the measured work. */
const SAMPLE_EVERY_MS = 1000;

interface Peak {
  /** MB; null if the system does not report it. */
  total: number | null;
  loader: number;
  postgres: number | null;
}

/**
 * Peak memory of a process and of a PostgreSQL together, MB, sampled; shared pages counted once. `reset` returns the
 * peak since the last reset. Without /proc only this process is measured.
 */
export function watchMemory(
  dataFolder: string,
  pid: number = process.pid,
): { reset(): Peak; stop(): Peak; peakSince(from_ms: number, to_ms?: number): number } {
  const postmaster = postmasterOf(dataFolder);
  const proc = existsSync('/proc/self/smaps_rollup') && postmaster > 0;
  let peak = { loader: 0, postgres: 0, total: 0 };
  const totals: [at_ms: number, mb: number][] = [];
  const sample = () => {
    const own = pid === process.pid ? process.memoryUsage.rss() / 1024 ** 2 : familyMb(pid);
    const theirs = proc ? familyMb(postmaster) : 0;
    peak.loader = Math.max(peak.loader, own);
    peak.postgres = Math.max(peak.postgres, theirs);
    peak.total = Math.max(peak.total, own + theirs);
    totals.push([Date.now(), own + theirs]);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  const reset = (): Peak => {
    sample();
    const { total, loader, postgres } = peak;
    peak = { loader: 0, postgres: 0, total: 0 };
    return {
      total: proc ? Math.round(total) : null,
      loader: Math.round(loader),
      postgres: proc ? Math.round(postgres) : null,
    };
  };
  return {
    reset,
    stop: () => {
      clearInterval(timer);
      return reset();
    },
    /** Peak of both together in the samples between two clock times, MB; the next sample if there is none between. */
    peakSince: (from_ms, to_ms = Number.POSITIVE_INFINITY) => {
      const within = totals.filter(([at_ms]) => at_ms >= from_ms && at_ms <= to_ms);
      const after = totals.find(([at_ms]) => at_ms >= from_ms) ?? totals.at(-1)!;
      return Math.round(Math.max(...(within.length > 0 ? within : [after]).map(([, mb]) => mb)));
    },
  };
}

/** Processor time so far, of this process and of its PostgreSQL with all child processes. */
export function cpuSeconds(dataFolder: string): { loader: number; postgres: number } {
  const own = process.cpuUsage();
  const postmaster = postmasterOf(dataFolder);
  const postgres = [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + secondsOf(pid), 0);
  return { loader: (own.user + own.system) / 1e6, postgres };
}

/** Processor time of a process and of its ended children; 0 without /proc. */
export function secondsOf(pid: number): number {
  try {
    // Fields 14 to 17 of stat: user and system time of the process and of its ended children, in ticks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) / 100;
  } catch {
    return 0;
  }
}

function postmasterOf(dataFolder: string): number {
  const pidFile = join(dataFolder, 'postmaster.pid');
  return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
}

function familyMb(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + pssMb(one), 0);
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '))
      .filter((child) => child !== '')
      .map(Number);
  } catch {
    return [];
  }
}

function pssMb(pid: number): number {
  try {
    return (
      Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
    );
  } catch {
    return 0;
  }
}
