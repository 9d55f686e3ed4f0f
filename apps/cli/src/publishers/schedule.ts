import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '../children.ts';
import { say } from '../service-log.ts';

const DAY_MS = 86_400_000;
/** How often `domesday up --update` looks for newer releases. */
export const RHYTHMS = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS } as const;
export type Rhythm = keyof typeof RHYTHMS;

const LOOK_EVERY_MS = 10 * 60_000;
/** An update that does not stop is killed; uncommitted work is rolled back. */
const STOPS_WITHIN_MS = 15_000;
/** Suffix of the stored start time until the update has ended successfully. */
const UNFINISHED = ' unfinished';

export interface ScheduleOptions {
  now?(): number;
  look_every_ms?: number;
  stops_within_ms?: number;
  /** Reports failures; writes to standard error if absent. */
  tell?(sentence: string): void;
  /** Starts the update; by default this command line again, as `update --yes`. */
  start?(env: NodeJS.ProcessEnv): ChildProcess;
}

/**
 * Runs `domesday update --yes` as a child process whenever the last start is longer ago than the interval, or than a
 * day if the last update failed. The start time is stored in `<home>/last-update`, so that a restart neither repeats
 * nor skips an update. Failures are reported and stop nothing else.
 */
export function scheduleUpdates(
  rhythm: Rhythm,
  home: string,
  env: NodeJS.ProcessEnv,
  options: ScheduleOptions = {},
): Child {
  const now = options.now ?? Date.now;
  const start = options.start ?? startUpdate;
  const tell = options.tell ?? say;
  const mark = join(home, 'last-update');
  let child: ChildProcess | null = null;
  let stopped = false;
  let last = readMark(mark);
  const note = (next: Last): void => {
    // Kept in memory even if it cannot be stored, so that a full disk does not start an update at every check.
    last = next;
    try {
      mkdirSync(home, { recursive: true });
      keepMark(mark, next);
    } catch (error) {
      tell(`the start time of the last update could not be stored: ${(error as Error).message}`);
    }
  };
  const look = (): void => {
    if (child || !isDue(last, now(), rhythm)) return;
    const begun_ms = now();
    note({ begun_ms, unfinished: true });
    const fail = (error: Error): void => {
      tell(`the update could not be started: ${error.message}`);
      child = null;
    };
    let begun: ChildProcess;
    try {
      begun = start(env);
    } catch (error) {
      // `spawn` throws if memory is short.
      fail(error as Error);
      return;
    }
    child = begun;
    begun.once('exit', (code, signal) => {
      child = null;
      if (code === 0) note({ begun_ms, unfinished: false });
      else if (!stopped) tell(`the update ended with ${code ?? signal}; the next is in a day`);
    });
    begun.on('error', fail);
  };
  look();
  const timer = setInterval(look, options.look_every_ms ?? LOOK_EVERY_MS);
  return {
    name: 'the update',
    stop: async () => {
      clearInterval(timer);
      stopped = true;
      const running = child;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise<void>((done) => running.once('exit', () => done()));
      running.kill('SIGTERM');
      const late = setTimeout(() => running.kill('SIGKILL'), options.stops_within_ms ?? STOPS_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

interface Last {
  begun_ms: number;
  unfinished: boolean;
}

function isDue({ begun_ms, unfinished }: Last, now_ms: number, rhythm: Rhythm): boolean {
  const since_ms = now_ms - begun_ms;
  // A start time in the future was stored while the clock was ahead.
  return since_ms < 0 || since_ms >= (unfinished ? DAY_MS : RHYTHMS[rhythm]);
}

function readMark(mark: string): Last {
  try {
    const text = readFileSync(mark, 'utf8').trimEnd();
    const unfinished = text.endsWith(UNFINISHED);
    return { begun_ms: Date.parse(unfinished ? text.slice(0, -UNFINISHED.length) : text) || 0, unfinished };
  } catch {
    return { begun_ms: 0, unfinished: false };
  }
}

/** Replaces the mark by renaming, so that a full disk leaves the old one intact. */
function keepMark(mark: string, { begun_ms, unfinished }: Last): void {
  writeFileSync(`${mark}.part`, `${new Date(begun_ms).toISOString()}${unfinished ? UNFINISHED : ''}\n`);
  renameSync(`${mark}.part`, mark);
}

function startUpdate(env: NodeJS.ProcessEnv): ChildProcess {
  // The update's output goes to standard error, like the servers' logs; standard output is reserved for the document of
  // --json.
  return spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'update', '--yes'], {
    env,
    stdio: ['ignore', 2, 2],
  });
}
