import { catalogueEntry } from '@domesday/datasets/catalogue';
import { Command } from 'commander';
import { knownDataset } from '../datasets.ts';
import { withDatabase } from '../program.ts';
import { lookAt } from '../publishers/look.ts';
import { loadedStates, planFor } from '../publishers/plan.ts';
import { runSession, type SessionOptions, withSessionOptions } from '../publishers/session.ts';

/** `domesday fetch <dataset>…`: the newest release of each from its publisher, loaded. */
export function fetchCommand(): Command {
  const command = new Command('fetch')
    .description('find the newest release of datasets at their publishers, download and load it')
    .argument('<dataset...>', 'as in `domesday sources`', (id: string, before: string[] = []) => [
      ...before,
      knownDataset(id),
    ]);
  return withSessionOptions(command).action((ids: string[], options: SessionOptions) => run(ids, options));
}

function run(ids: string[], options: SessionOptions): Promise<void> {
  return withDatabase(async (open, { home }) => {
    const entries = [...new Set(ids)].map((id) => catalogueEntry(id)!);
    const looks = await lookAt(entries, {
      tell: !options.json,
      ...(options.mirror ? { mirror: options.mirror } : {}),
    });
    const planned = await planFor(looks, await loadedStates(open.db), options.mirror);
    const chosen = planned.filter((one) => one.edition && (one.verdict !== 'same' || options.force));
    await runSession(open, home, planned, chosen, options);
    // The operator named it, so that its lack is a failure.
    if (planned.some((one) => one.edition === null)) process.exitCode ||= 1;
  });
}
