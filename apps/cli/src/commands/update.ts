import { catalogueEntry } from '@domesday/datasets/catalogue';
import { Command } from 'commander';
import { withDatabase } from '../program.ts';
import { lookAt } from '../publishers/look.ts';
import { loadedStates, type Planned, planFor } from '../publishers/plan.ts';
import { runSession, type SessionOptions, withSessionOptions } from '../publishers/session.ts';
import { fitAndTell } from './build.ts';

interface Options extends SessionOptions {
  build: boolean;
}

/** `domesday update`: of what is loaded, the releases that are newer at their publishers. */
export function updateCommand(): Command {
  const command = new Command('update')
    .description('fetch and load what has a newer release at its publisher, of all that is loaded')
    .option('--no-build', 'do not fit the valuations anew afterwards');
  return withSessionOptions(command).action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  const taken = await withDatabase(async (open, { home }) => {
    const loaded = await loadedStates(open.db);
    const ids = new Set([...loaded.served.keys(), ...loaded.taken.keys()]);
    const entries = [...ids].flatMap((id) => catalogueEntry(id) ?? []);
    const fetched = entries.filter((entry) => entry.download.find.by !== 'operator');
    const looks = await lookAt(fetched, {
      tell: !options.json,
      ...(options.mirror ? { mirror: options.mirror } : {}),
    });
    const planned = await planFor(looks, loaded, options.mirror);
    const outcome = await runSession(open, home, planned, planned.filter(isDue), options);
    // A publisher that is silent today is asked again by the next run of the schedule, which should know.
    if (planned.some((one) => one.state === 'no_answer')) process.exitCode ||= 1;
    return outcome;
  });
  if (options.build && taken?.some((one) => one.outcome === 'loaded')) await fitAndTell(options.json);
}

/** Whether a dataset has a release that is newer, or one that nothing tells apart and whose rhythm has passed. */
export function isDue(one: Planned): boolean {
  return one.edition !== null && (one.verdict === 'newer' || one.verdict === 'first' || one.due);
}
