import { playFault, type Result } from '../lib/fault.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/** kill -9 of the API: only the answers in progress are lost, and a repeated request is not charged again. */
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
