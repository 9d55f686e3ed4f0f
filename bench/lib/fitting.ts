import { cpus } from 'node:os';
import { join } from 'node:path';
import { type BuildResult, buildValuations, startFitProcesses } from '@domesday/builds/valuations';
import { root, type Scratch } from './servers.ts';

/** Fits all areas of a database that are due, as `domesday build` does: with one process for each core. */
export async function fitAreas({ db, url }: Scratch, today: string): Promise<BuildResult> {
  const { fitters, stop } = startFitProcesses(
    cpus().length,
    join(root, 'apps/cli/dist/main.js'),
    ['fit-worker', today],
    { ...process.env, DATABASE_URL: url },
  );
  try {
    return await buildValuations(db, { today, fitters });
  } finally {
    await stop();
  }
}
