import { resolve } from 'node:path';
import type { LoadResult, Progress } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { LoadError } from '@domesday/files/errors';
import { Command } from 'commander';
import { knownDataset } from '../datasets.ts';
import { printJson, reasonLines } from '../output.ts';
import { withDatabase } from '../program.ts';

interface Options {
  mapping?: string;
  release?: string;
  replace?: boolean;
  covers?: string[];
  force?: boolean;
  json?: boolean;
}

/** `domesday load <dataset> <file or address>…`: exit status 0 only if all of it was loaded, now or before. */
export function loadCommand(): Command {
  return new Command('load')
    .description('load files of a dataset: paths, folders or http(s) addresses, compressed or not')
    .argument('<dataset>', `one of: ${datasetIds.join(', ')}`, knownDataset)
    .argument('<file or address...>', 'several files of one dataset are published together')
    .option('--mapping <file>', 'YAML that names the columns of an address list')
    .option('--release <edition>', 'the release, if the file name does not give it, such as 2026-08')
    .option('--replace', 'replace all rows of this dataset instead of adding to them')
    .option(
      '--covers <place>',
      'for a dataset of areas: a nation or authority code for which the files are complete; may be repeated',
      (place: string, before: string[] = []) => [...before, place],
    )
    .option(
      '--force',
      'load content again that is loaded already, and treat failed checks and losses as warnings',
    )
    .option('--json', 'print the result as JSON')
    .action((dataset: string, files: string[], options: Options) => run(dataset, files, options));
}

async function run(dataset: string, files: string[], options: Options): Promise<void> {
  // npm starts this process in the root of the checkout; the operator's paths are relative to where npm was called.
  const from = process.env.INIT_CWD ?? process.cwd();
  const here = (path: string) => (/^[a-z]+:\/\//i.test(path) ? path : resolve(from, path));
  const { load } = await import('@domesday/builds');
  const progress = options.json ? undefined : progressPrinter();
  try {
    const result = await withDatabase(({ db }, settings) =>
      load(db, dataset, files.map(here), {
        home: settings.home,
        mapping: options.mapping && here(options.mapping),
        release: options.release,
        replace: options.replace,
        covers: options.covers,
        force: options.force,
        onProgress: progress?.show,
      }),
    );
    progress?.clear();
    if (options.json) printJson(result);
    else printResult(result);
  } catch (error) {
    progress?.clear();
    const { message } = error as Error;
    if (options.json) {
      const code = error instanceof LoadError ? error.code : 'failed';
      printJson({ dataset, status: 'failed', code, message });
    } else console.error(message);
    process.exitCode = error instanceof LoadError && STOPPED.includes(error.code) ? 2 : 1;
  }
}

/** Errors of a load that `--force` would let pass: it ends with the exit status 2, any other with 1. */
const STOPPED: LoadError['code'][] = ['checks', 'losses'];

/** Number of refusal reasons that a load prints at its end. */
const MOST_REASONS = 5;
const LEFT_FICTION =
  'This was the first load of real data: the fictional country and all that was computed from it were deleted; accounts, keys and usage stay.';

function printResult(result: LoadResult): void {
  if (result.left_fiction) console.log(LEFT_FICTION);
  const rows = (n: number) => n.toLocaleString('en-GB');
  if (result.status === 'unchanged') {
    console.log(`${result.dataset}: unchanged, load ${result.load_id} has this content already`);
    return;
  }
  console.log(
    `${result.dataset}: ${rows(result.rows_read)} rows read, ${rows(result.rows_rejected)} rejected, ` +
      `${rows(result.rows_published)} published in ${result.seconds.toFixed(1)} s, ` +
      `${rows(result.rows_per_second)} rows/s` +
      `${result.release ? `, release ${result.release}` : ''}` +
      `${result.newest_record ? `, newest record ${result.newest_record}` : ''}`,
  );
  for (const check of result.checks) {
    if (check.status !== 'ok') console.log(`  ${check.status}: ${check.name}: ${check.detail}`);
  }
  if (result.rows_rejected > 0) {
    console.log('  rows were rejected because:');
    for (const line of reasonLines(result.reject_reasons.slice(0, MOST_REASONS))) console.log(`  ${line}`);
    console.log(`  the rows themselves: npm run domesday -- rejects ${result.dataset}`);
  }
}

const WORDS: Record<Progress['phase'], string> = {
  wait: 'waiting for another load to end',
  fetch: 'fetching',
  stage: 'reading',
  check: 'checking',
  publish: 'publishing',
  derive: 'updating addresses, links and the search index',
  done: 'done',
};

/** On a terminal one line that is overwritten; otherwise one line for each phase and every ten seconds. */
function progressPrinter(): { show(progress: Progress): void; clear(): void } {
  const terminal = process.stderr.isTTY === true;
  let phase = '';
  let told_ms = 0;
  return {
    show: (progress) => {
      const now_ms = Date.now();
      if (!terminal && progress.phase === phase && now_ms - told_ms < 10_000) return;
      if (progress.phase === 'done') return;
      phase = progress.phase;
      told_ms = now_ms;
      const text = describe(progress);
      if (terminal) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
      else process.stderr.write(`${text}\n`);
    },
    clear: () => {
      if (terminal) process.stderr.write('\r\x1b[2K');
    },
  };
}

function describe(progress: Progress): string {
  const parts = [`${progress.dataset}: ${WORDS[progress.phase]}`];
  if (progress.phase === 'stage') {
    parts.push(`${progress.rows.toLocaleString('en-GB')} rows`);
    if (progress.rejects > 0) parts.push(`${progress.rejects.toLocaleString('en-GB')} rejected`);
    if (progress.rows_per_second > 0)
      parts.push(`${progress.rows_per_second.toLocaleString('en-GB')} rows/s`);
  }
  if (progress.phase === 'fetch' && progress.bytes_read > 0) {
    parts.push(`${Math.round(progress.bytes_read / 1e6)} MB`);
  }
  if (progress.seconds_left !== null) parts.push(`${timeLeft(progress.seconds_left)} left`);
  if (progress.file) parts.push(progress.file);
  return parts.join(', ');
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
