import { createPool } from '@domesday/db';
import { type Spent, serveOrders, startWorkerProcess, type WorkerProcess } from '../worker-processes.ts';
import type { FittedArea } from './fit-area.ts';
import { createFitter, type Fitter } from './fitter.ts';
import type { AreaPlan } from './plan.ts';

export interface FitProcesses {
  fitters: Fitter[];
  /** Ends the processes and returns the peak memory and CPU time of each. */
  stop(): Promise<Spent[]>;
}

/**
 * Fitters in up to `count` processes of a script that calls `serveFits`. A process starts when its first area is to be
 * fitted, since most builds have few areas. Each has its own connection and one area in memory at a time.
 */
export function startFitProcesses(
  count: number,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): FitProcesses {
  const started: WorkerProcess<AreaPlan, FittedArea>[] = [];
  const fitter = (): Fitter => {
    let own: WorkerProcess<AreaPlan, FittedArea> | undefined;
    return (plan) => {
      if (!own) {
        own = startWorkerProcess<AreaPlan, FittedArea>('fits areas', script, args, env);
        started.push(own);
      }
      return own.ask(plan);
    };
  };
  return {
    fitters: Array.from({ length: count }, fitter),
    stop: () => Promise.all(started.map(({ stop }) => stop())),
  };
}

/**
 * Fits the areas that the build sends, until the build closes the channel. Runs in a process of `startFitProcesses`.
 */
export async function serveFits(database_url: string, today: string): Promise<void> {
  const db = createPool(database_url, { max: 2, application_name: 'domesday-build' });
  const fit = createFitter(db, today);
  await serveOrders<AreaPlan, FittedArea>((plan) =>
    fit(plan).catch((error: Error & { code?: unknown }) => {
      throw Object.assign(new Error(`${plan.area}: ${error.message}`), { code: error.code });
    }),
  );
  await db.end();
}
