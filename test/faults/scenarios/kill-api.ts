import { playFault, type Result } from '../lib/fault.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/** kill -9 of the API: the answers under way are lost, nothing else is, and a repetition is free. */
export async function killApi(stage: Stage): Promise<Result> {
  const api = await stage.api();
  const accounts = [
    await newTarget(stage, api.origin, { repeatable: true }),
    await newTarget(stage, api.origin),
  ];
  return await playFault(stage, 'kill -9 of the API', accounts, { lossless: false }, async () => {
    await api.kill();
    await api.start();
  });
}
