import { startLoad } from '../lib/client.ts';
import { calm, type Result, settle } from '../lib/fault.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/** SIGTERM under load: running requests are finished, every charge has its answer, the process exits with 0. */
export async function gracefulStop(stage: Stage): Promise<Result> {
  const api = await stage.api();
  const account = await newTarget(stage, api.origin);
  const load = startLoad([account], 12);
  const before = await calm(stage, load);
  const began_ms = performance.now();
  const code = await api.stop();
  const took_ms = performance.now() - began_ms;
  await api.start();
  const after = await calm(stage, load);
  await load.stop();
  // A request that arrived too late was not started, so it is neither answered nor charged.
  const answered = load.asked.filter((one) => one.status !== null);
  const result = await settle(
    stage,
    'graceful stop under load',
    [account],
    answered,
    { lossless: true, fails: false },
    { before, after },
  );
  if (code !== 0) result.problems.push(`the API ended with ${code}`);
  if (took_ms > 8000) result.problems.push(`the stop took ${Math.round(took_ms)} ms`);
  const turned_away = load.asked.length - answered.length;
  const saw = `${result.saw}; ${turned_away} × connection refused while it was down; stopped in ${Math.round(took_ms)} ms`;
  return { ...result, sent: load.asked.length, saw };
}
