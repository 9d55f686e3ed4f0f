import { operationTable } from '@domesday/contract';
import { type CatalogueEntry, catalogueEntry } from '@domesday/datasets/catalogue';
import { counted } from '@domesday/files/counted';
import { servedStates } from '@domesday/loading/freshness';
import type { RemoveResult } from '@domesday/loading/remove';
import { Command } from 'commander';
import { mustAgree } from '../agreed.ts';
import { behindLoads } from '../behind-loads.ts';
import { knownDataset } from '../datasets.ts';
import { printJson } from '../output.ts';
import { withDatabase } from '../program.ts';
import { withProgress } from '../progress.ts';
import { reportInterruption } from '../trouble.ts';
import { fitAndReport, lacksBuild } from './build.ts';

interface Options {
  past?: boolean;
  build: boolean;
  yes?: boolean;
  json?: boolean;
}

/** `domesday remove <dataset…>`: stops serving datasets. After an interruption the same command continues. */
export function removeCommand(): Command {
  return new Command('remove')
    .description('stop serving datasets, and rebuild everything that was derived from them')
    .argument('<dataset...>', 'as in `domesday load`', (name: string, named: string[] = []) => [
      ...named.filter((one) => one !== name),
      knownDataset(name),
    ])
    .option('--past', 'also delete every release recorded before, and the changes of the dataset in the feed')
    .option('--no-build', 'leave statistics, valuations and the release to `domesday build`')
    .option('--yes', 'agree beforehand; otherwise the command shows what answers will lack, and asks once')
    .option('--json', 'print the result as JSON; a list for several datasets')
    .action((datasets: string[], options: Options) =>
      run(
        datasets.map((dataset) => catalogueEntry(dataset)!),
        options,
      ),
    );
}

async function run(entries: CatalogueEntry[], options: Options): Promise<void> {
  const served = await withDatabase(async ({ db }) => {
    const { servedLoads } = await import('@domesday/loading/served.query');
    return servedStates(await servedLoads.rows(db));
  });
  const rows = entries.map(({ id }) => served.get(id)?.rows ?? 0);
  if (!options.json) for (const [i, entry] of entries.entries()) showLoss(entry, rows[i]!);
  if (!options.json && rows.some((count) => count > 0)) showPast(options);
  const names = entries.map(({ id }) => id).join(', ');
  if (rows.some((count) => count > 0) && !options.yes)
    await mustAgree(`Remove ${names}?`, 'Nothing was removed');
  reportInterruption(
    'Each dataset was removed completely or not at all. Run the same command again to finish.',
  );
  const results: RemoveResult[] = [];
  for (const { id } of entries) results.push(await removeOne(id, options));
  if (options.build && (await lacksBuild())) await fitAndReport(options.json);
  const given_up: number[] = [];
  for (const { load_id } of results)
    given_up.push(options.past && load_id !== null ? await giveUp(load_id) : 0);
  if (options.json) {
    const removed = results.map((result, i) => ({ ...result, releases_given_up: given_up[i] }));
    printJson(removed.length === 1 ? removed[0] : removed);
  } else if (options.past) console.log(`releases given up: ${given_up.reduce((sum, one) => sum + one, 0)}`);
  if (!options.build && !options.json) {
    const { reason, mend } = await withDatabase(({ db }) => behindLoads(db));
    if (reason) console.log(`${reason} ${mend}`);
  }
}

async function removeOne(dataset: string, options: Options): Promise<RemoveResult> {
  const { remove } = await import('@domesday/builds');
  const result = await withProgress(options.json, (onProgress) =>
    withDatabase(({ db }) => remove(db, dataset, { past: options.past ?? false, onProgress })),
  );
  if (!options.json)
    console.log(
      result.status === 'removed'
        ? `${dataset}: ${counted(result.rows_removed, 'row')} removed; nothing of it is served any more`
        : `${dataset}: nothing of it is loaded`,
    );
  return result;
}

function showLoss({ id, name, publisher }: CatalogueEntry, rows: number): void {
  if (rows === 0) return;
  const reading = operationTable.filter((one) => one.datasets.includes(id)).map((one) => one.id);
  console.log(
    `${id}: ${name} (${publisher}), of which ${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} served.`,
  );
  console.log(`These operations will answer without it, or no longer: ${reading.join(', ')}.`);
}

function showPast(options: Options): void {
  console.log(
    options.past
      ? 'A past as_of or release can no longer be requested.'
      : 'Recorded releases keep the removed data and answer a past as_of from them; --past deletes these releases too.',
  );
}

async function giveUp(load_id: number): Promise<number> {
  const onWait = (holder: string | null): void => {
    console.error(`waiting for ${holder ?? 'another load or build'} to end`);
  };
  const { giveUpReleases } = await import('@domesday/builds/releases');
  return withDatabase(({ db }) => giveUpReleases(db, { before_load: load_id }, onWait));
}
