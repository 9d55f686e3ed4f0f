import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '../children.ts';

const DAY_MS = 86_400_000;
/** How often `domesday up --update` looks for newer releases. */
export const RHYTHMS = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS } as const;
export type Rhythm = keyof typeof RHYTHMS;

const LOOK_EVERY_MS = 10 * 60_000;

export interface ScheduleOptions {
  now?(): number;
  look_every_ms?: number;
  /** Starts the update; by default this command line again, as `update --yes`. */
  start?(env: NodeJS.ProcessEnv): ChildProcess;
}

/**
 * Runs `domesday update --yes` as a process of its own whenever its last beginning is longer ago than the rhythm. That
 * is kept in `<home>/last-update`, so that a restart neither repeats nor forgets one.
 */
export function scheduleUpdates(
  rhythm: Rhythm,
  home: string,
  env: NodeJS.ProcessEnv,
  options: ScheduleOptions = {},
): Child {
  const now = options.now ?? Date.now;
  const start = options.start ?? startUpdate;
  const mark = join(home, 'last-update');
  let child: ChildProcess | null = null;
  const look = (): void => {
    if (child || now() - begunAt(mark) < RHYTHMS[rhythm]) return;
    mkdirSync(home, { recursive: true });
    writeFileSync(mark, `${new Date(now()).toISOString()}\n`);
    const begun = start(env);
    child = begun;
    begun.once('exit', () => {
      child = null;
    });
    begun.once('error', (error) => {
      console.error(`the update could not be started: ${error.message}`);
      child = null;
    });
  };
  look();
  const timer = setInterval(look, options.look_every_ms ?? LOOK_EVERY_MS);
  return {
    name: 'the update',
    stop: async () => {
      clearInterval(timer);
      const running = child;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise<void>((done) => running.once('exit', () => done()));
      running.kill('SIGTERM');
      await ended;
    },
  };
}

function begunAt(mark: string): number {
  try {
    return Date.parse(readFileSync(mark, 'utf8').trim()) || 0;
  } catch {
    return 0;
  }
}

function startUpdate(env: NodeJS.ProcessEnv): ChildProcess {
  // What it says goes where what the servers say goes; standard output may hold the one document of --json.
  return spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'update', '--yes'], {
    env,
    stdio: ['ignore', 2, 2],
  });
}
