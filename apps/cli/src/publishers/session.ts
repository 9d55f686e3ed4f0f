import type { Db } from '@domesday/db';
import { whileFetching } from '@domesday/loading/fetch-lock.query';
import { operatorCommand } from '@domesday/loading/operator-command';
import { mustAgree } from '../agreed.ts';
import { STOPPED } from '../commands/load.ts';
import type { OpenDatabase } from '../database.ts';
import { firstLoadNotice } from '../fictional.ts';
import { printJson } from '../output.ts';
import { settings } from '../program.ts';
import { type ProgressPrinter, progressPrinter } from '../progress.ts';
import { DONE, reportInterruption } from '../trouble.ts';
import { closingJson, showClosing } from './closing.ts';
import { plannedJson, showOffer, totalsOf } from './offer.ts';
import type { SessionOptions } from './options.ts';
import type { Planned } from './plan.ts';
import { type Taken, take } from './take.ts';

/**
 * Shows the chosen datasets, asks once, then fetches and loads them. Sets exit status 1 if a dataset failed, or 2 if
 * only checks stopped datasets. Returns the outcome of each dataset; null if the operator only wanted the plan.
 */
export async function runSession(
  { db, url, explained }: OpenDatabase,
  home: string,
  planned: readonly Planned[],
  chosen: readonly Planned[],
  options: SessionOptions & { defer?: boolean; build?: boolean },
): Promise<Taken[] | null> {
  const totals = await totalsOf(chosen, home, options.build ?? false);
  const others = planned.filter((one) => !chosen.includes(one));
  const plan = { fetched: chosen.map(plannedJson), not_fetched: others.map(plannedJson), totals };
  if (!options.json) showOffer(chosen, others, totals, home);
  if (options.plan) {
    if (options.json) printJson(plan);
    else if (chosen.length === 0) console.log(nothingToFetch(planned));
    return null;
  }
  if (chosen.length === 0) {
    // The previous run may have died after its last load, or may have been of another version.
    const derived = await derivePending(db, progressPrinter(options.json));
    if (derived.length > 0 && !options.json) console.log(`Brought up to date: ${derived.join(', ')}.`);
    if (options.json) printJson({ ...plan, outcomes: [] });
    else console.log(nothingToFetch(planned));
    return [];
  }
  const question = `Fetch and load ${chosen.length === 1 ? 'it' : `these ${chosen.length} datasets`} under these terms?`;
  if (!options.yes) await mustAgree(question, 'Nothing was fetched');
  reportInterruption(
    'Datasets that were loaded stay loaded, and nothing of the current dataset was published. Run the same command again to continue, downloads included.',
  );
  // Read before the loads, because their results are reported even if the database does not answer afterwards.
  const first_load = await firstLoadNotice(await settings(), url);
  const progress = progressPrinter(options.json);
  const taken = await whileFetching(db, (lost) =>
    take(db, chosen, {
      home,
      lost,
      ...(options.mirror ? { mirror: options.mirror } : {}),
      keep: options.keep ?? false,
      force: options.force ?? false,
      defer: options.defer ?? false,
      progress,
      explained,
    }),
  );
  // The outcomes are reported even if the database no longer answers, since they say why.
  const late = await derivePending(db, progress).then(
    () => null,
    (error: Error) => error,
  );
  reportInterruption(DONE);
  if (options.json) printJson({ ...plan, outcomes: closingJson(taken, chosen) });
  else {
    if (first_load && taken.some((one) => one.result?.first_real)) console.log(first_load);
    showClosing(taken, chosen);
  }
  if (late) throw late;
  const failed = taken.filter((one) => one.outcome === 'failed');
  if (failed.length > 0)
    process.exitCode = failed.every((one) => one.code !== null && STOPPED.includes(one.code)) ? 2 : 1;
  return taken;
}

function nothingToFetch(planned: readonly Planned[]): string {
  if (planned.length === 0)
    return `There is nothing to fetch: no dataset is loaded yet. \`${operatorCommand('country')}\` shows what there is.`;
  const silent = planned.filter((one) => one.state === 'no_answer').length;
  if (silent === 0) return 'There is nothing to fetch.';
  const publishers = silent === 1 ? 'the publisher of one dataset' : `the publishers of ${silent} datasets`;
  return `Nothing was fetched: ${publishers} gave no usable answer, for the reasons above. If none answers, look whether this machine reaches the internet; then run the command again.`;
}

/** Rebuilds tables derived from several datasets that loads have left out of date; quick if there are none. */
async function derivePending(db: Db, progress: ProgressPrinter): Promise<string[]> {
  const builds = await import('@domesday/builds');
  return builds.derivePending(db, { onProgress: progress.show }).finally(() => progress.clear());
}
