import { fork } from 'node:child_process';
import { createPool } from '@domesday/db';
import type { FittedArea } from './fit-area.ts';
import { createFitter, type Fitter } from './fitter.ts';
import type { AreaPlan } from './plan.ts';

/** What goes over the channel between the build and the processes that fit for it. */
type Order = { plan: AreaPlan };
type Answer = { fitted: FittedArea } | { failed: string } | { spent: Spent };

/** What a process has taken so far. */
export interface Spent {
  memory_mb: number;
  cpu_seconds: number;
}

export interface FitProcesses {
  fitters: Fitter[];
  /** Ends the processes, and gives the most memory that each has held and the processor time of each. */
  stop(): Promise<Spent[]>;
}

/**
 * Starts `count` processes of a script that calls `serveFits`, each with its own connection. An area in memory at
 * a time is all that one holds.
 */
export function startFitProcesses(
  count: number,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): FitProcesses {
  const started = Array.from({ length: count }, () => startOne(script, args, env));
  return {
    fitters: started.map(({ fitter }) => fitter),
    stop: () => Promise.all(started.map(({ stop }) => stop())),
  };
}

function startOne(script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = fork(script, args, {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let settle: { done: (answer: FittedArea) => void; fail: (error: Error) => void } | null = null;
  let spent: Spent = { memory_mb: 0, cpu_seconds: 0 };
  let ended: Error | null = null;
  const exited = new Promise<void>((done) => {
    child.once('exit', (code, signal) => {
      ended = new Error(`A process that fits areas ended with ${signal ?? code}`);
      settle?.fail(ended);
      done();
    });
  });
  child.on('message', (answer: Answer) => {
    if ('spent' in answer) spent = answer.spent;
    else if ('failed' in answer) settle?.fail(new Error(answer.failed));
    else settle?.done(answer.fitted);
  });
  const fitter: Fitter = (plan) =>
    new Promise<FittedArea>((done, fail) => {
      if (ended) return fail(ended);
      settle = { done, fail };
      child.send({ plan } satisfies Order);
    });
  const stop = async (): Promise<Spent> => {
    if (child.connected) child.disconnect();
    await exited;
    return spent;
  };
  return { fitter, stop };
}

/** Fits what the build sends until it closes the channel. Runs in a process that `startFitProcesses` started. */
export async function serveFits(database_url: string, today: string): Promise<void> {
  const db = createPool(database_url, { max: 2, application_name: 'domesday-build' });
  const fit = createFitter(db, today);
  const tell = (answer: Answer) => process.connected && process.send!(answer);
  process.on('message', ({ plan }: Order) => {
    fit(plan)
      .then((fitted) => {
        tell({ spent: spentHere() });
        tell({ fitted });
      })
      .catch((error: unknown) => tell({ failed: `${plan.area}: ${(error as Error).message}` }));
  });
  await new Promise<void>((done) => process.once('disconnect', done));
  await db.end();
}

/** What this process has taken: the most memory at once, and the time of the processor. */
export function spentHere(): Spent {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return {
    memory_mb: Math.round(maxRSS / 1024),
    cpu_seconds: Math.round((userCPUTime + systemCPUTime) / 1e4) / 100,
  };
}
