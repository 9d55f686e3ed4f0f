import type { LoadResult } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { count, counted } from '@domesday/files/counted';
import { LoadError } from '@domesday/files/errors';
import { operatorCommand } from '@domesday/loading/operator-command';
import { Command, InvalidArgumentError } from 'commander';
import { edition, here, several } from '../argument-values.ts';
import { knownDataset } from '../datasets.ts';
import { isShown, oneLine, perSecond, printJson, reasonLines } from '../output.ts';
import { withDatabase } from '../program.ts';
import { withProgress } from '../progress.ts';
import { DONE, reportInterruption, troubleOf } from '../trouble.ts';

interface Options {
  mapping?: string;
  release?: string;
  replace?: boolean;
  covers?: string[];
  force?: boolean;
  defer?: boolean;
  json?: boolean;
}

/** `domesday load <dataset> <file or address>…`: the exit status is 0 only if all files are loaded, now or earlier. */
export function loadCommand(): Command {
  return new Command('load')
    .description('load files of a dataset: paths, folders or http(s) addresses, compressed or not')
    .argument('<dataset>', `one of: ${datasetIds.join(', ')}`, knownDataset)
    .argument('<file or address...>', 'several files of one dataset are published together', several(place))
    .option(
      '--mapping <file>',
      'YAML file that names the columns of your own table, or states what its files do not say',
    )
    .option('--release <edition>', 'the release, if the file name does not give it, such as 2026-08', edition)
    .option('--replace', 'replace all rows of this dataset instead of adding to them')
    .option(
      '--covers <place>',
      'for a dataset of areas: a nation or authority code for which the files are complete; may be repeated',
      several(String),
    )
    .option(
      '--force',
      'load content that is loaded already again, and treat failed checks and losses as warnings',
    )
    .option(
      '--defer',
      'leave tables derived from several datasets to the next load or to `build`; ignored by a load that changes single records in place',
    )
    .option('--json', 'print the result as JSON')
    .action((dataset: string, files: string[], options: Options) => run(dataset, files, options));
}

/** An empty name, for example from an unset variable, would mean the current folder. */
function place(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty: is a variable not set?');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !/^https?:/i.test(value))
    throw new InvalidArgumentError(
      'Only http and https addresses can be loaded: download it, and load the file.',
    );
  if (/^https?:/i.test(value) && !URL.canParse(value))
    throw new InvalidArgumentError('It is not a valid address.');
  return /^https?:/i.test(value) ? value : here(value);
}

async function run(dataset: string, files: string[], options: Options): Promise<void> {
  const { load } = await import('@domesday/builds');
  const { outwardFetch } = await import('../publishers/outward.ts');
  reportInterruption(
    'Nothing was published, and the old data are still served. Run the same command again: it also resumes a download.',
  );
  try {
    const [result, notice] = await withProgress(options.json, (onProgress) =>
      withDatabase(async ({ db, url }, read) => {
        const { firstLoadNotice } = await import('../fictional.ts');
        // Read before the load, because its result is reported even if the database does not answer afterwards.
        const first_load = await firstLoadNotice(read, url);
        const loaded = await load(db, dataset, files, {
          home: read.home,
          fetch: outwardFetch(),
          mapping: options.mapping && here(options.mapping),
          release: options.release,
          replace: options.replace,
          covers: options.covers,
          force: options.force,
          skipDerived: options.defer,
          onProgress,
        });
        reportInterruption(DONE);
        return [loaded, loaded.first_real ? first_load : null] as const;
      }),
    );
    if (options.json) printJson(result);
    else {
      if (notice) console.log(notice);
      printResult(result);
    }
  } catch (error) {
    const message = troubleOf(error as Error);
    if (options.json) {
      const code = error instanceof LoadError ? error.code : 'failed';
      printJson({ dataset, status: 'failed', code, message, error: { message } });
    } else console.error(message);
    process.exitCode = error instanceof LoadError && STOPPED.includes(error.code) ? 2 : 1;
  }
}

/** Errors that `--force` would let pass. They give exit status 2, all others 1. */
export const STOPPED: LoadError['code'][] = ['checks', 'losses'];

/** Number of refusal reasons that a load prints at its end. */
const MOST_REASONS = 5;

function printResult(result: LoadResult): void {
  if (result.status === 'unchanged') {
    const release = result.release ? `, release ${result.release}` : '';
    console.log(`${result.dataset}: unchanged, load ${result.load_id} has this content already${release}`);
    if (result.newer_loads > 0)
      console.log('  Later loads may have changed its rows since: --force loads it once more.');
    return;
  }
  console.log(
    `${result.dataset}: ${counted(result.rows_read, 'row')} read, ${count(result.rows_rejected)} refused, ` +
      `${count(result.rows_published)} published in ${result.seconds.toFixed(1)} s, ` +
      `${perSecond(result.rows_read, result.seconds)} rows/s` +
      `${result.release ? `, release ${result.release}` : ''}` +
      `${result.newest_record ? `, newest record ${result.newest_record}` : ''}`,
  );
  for (const check of result.checks) {
    if (isShown(check)) console.log(`  ${check.status}: ${check.name}: ${oneLine(check.detail)}`);
  }
  if (result.rows_rejected > 0) {
    console.log('  rows were refused because:');
    for (const line of reasonLines(result.reject_reasons.slice(0, MOST_REASONS))) console.log(`  ${line}`);
    console.log(`  the rows themselves: ${operatorCommand(`rejects ${result.dataset}`)}`);
  }
}
