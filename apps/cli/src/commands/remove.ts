import { operationTable } from '@domesday/contract';
import { type CatalogueEntry, catalogueEntry } from '@domesday/datasets/catalogue';
import { rowsOf } from '@domesday/loading/counted';
import { servedStates } from '@domesday/loading/freshness';
import { Command } from 'commander';
import { mustAgree } from '../agreed.ts';
import { behindLoads } from '../behind-loads.ts';
import { knownDataset } from '../datasets.ts';
import { count, printJson } from '../output.ts';
import { withDatabase } from '../program.ts';
import { withProgress } from '../progress.ts';
import { tellInterruption } from '../trouble.ts';
import { fitAndTell, lacksBuild } from './build.ts';

interface Options {
  past?: boolean;
  build: boolean;
  yes?: boolean;
  json?: boolean;
}

/** `domesday remove <dataset>`: takes a dataset out of what is served. Run again, it goes on where it was interrupted. */
export function removeCommand(): Command {
  return new Command('remove')
    .description('take a dataset out of what is served, and make anew what was worked out from it')
    .argument('<dataset>', 'as in `domesday load`', knownDataset)
    .option('--past', 'also give up every release recorded before, and what the feed of changes told of it')
    .option('--no-build', 'leave statistics, valuations and the release to `domesday build`')
    .option('--yes', 'agree beforehand; else it is shown what answers will lack, and asked about once')
    .option('--json', 'print the result as JSON')
    .action((dataset: string, options: Options) => run(catalogueEntry(dataset)!, options));
}

async function run(entry: CatalogueEntry, options: Options): Promise<void> {
  const rows = await withDatabase(async ({ db }) => {
    const { servedLoads } = await import('@domesday/loading/served.query');
    return servedStates(await servedLoads.rows(db)).get(entry.id)?.rows ?? 0;
  });
  if (!options.json) showLoss(entry, rows, options);
  if (rows > 0 && !options.yes) await mustAgree(`Remove ${entry.id}?`, 'Nothing was removed');
  tellInterruption('It was removed whole or not at all. The same command again does what is left.');
  const { remove } = await import('@domesday/builds');
  const result = await withProgress(options.json, (onProgress) =>
    withDatabase(({ db }) => remove(db, entry.id, { past: options.past ?? false, onProgress })),
  );
  if (!options.json)
    console.log(
      result.status === 'removed'
        ? `${entry.id}: ${rowsOf(result.rows_removed, count(result.rows_removed))} removed; nothing of it is served any more`
        : `${entry.id}: nothing of it is loaded`,
    );
  if (options.build && (await lacksBuild())) await fitAndTell(options.json);
  const { load_id } = result;
  const releases_given_up = options.past && load_id !== null ? await giveUp(load_id) : 0;
  if (options.json) printJson({ ...result, releases_given_up });
  else if (options.past) console.log(`releases given up: ${releases_given_up}`);
  if (!options.build && !options.json) {
    const { reason, mend } = await withDatabase(({ db }) => behindLoads(db));
    if (reason) console.log(`${reason} ${mend}`);
  }
}

function showLoss({ id, name, publisher }: CatalogueEntry, rows: number, options: Options): void {
  if (rows === 0) return;
  const reading = operationTable.filter((one) => one.datasets.includes(id)).map((one) => one.id);
  console.log(
    `${id}: ${name} (${publisher}), of which ${rowsOf(rows, count(rows))} ${rows === 1 ? 'is' : 'are'} served.`,
  );
  console.log(`These will answer without it, or no longer: ${reading.join(', ')}.`);
  console.log(
    options.past
      ? 'A past as_of or release can be asked for no more.'
      : 'Releases that were recorded keep it and answer a past as_of from it; --past gives them up too.',
  );
}

async function giveUp(load_id: number): Promise<number> {
  const onWait = (holder: string | null): void => {
    console.error(`waiting for ${holder ?? 'another load or build'} to end`);
  };
  const { giveUpReleases } = await import('@domesday/builds/releases');
  return withDatabase(({ db }) => giveUpReleases(db, load_id, onWait));
}
