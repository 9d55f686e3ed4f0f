import { availableParallelism } from 'node:os';
import type { BuildProgress, BuildResult } from '@domesday/builds/valuations';
import type { Spent } from '@domesday/builds/worker-processes';
import { Command } from 'commander';
import type { OpenDatabase } from '../database.ts';
import { printJson } from '../output.ts';
import { withDatabase } from '../program.ts';
import { timeWords } from '../progress.ts';

const TELL_EVERY_MS = 5000;
/** Outcodes and sales of England and Wales since 1995, to extrapolate from. */
const NATION = { outcodes: 2300, sales: 30_000_000 };

interface Options {
  all?: boolean;
  workers: number;
  keep?: number;
  json?: boolean;
  quiet?: boolean;
}

/** `domesday build`: fits the models of valuations, and replaces the served ones in one transaction. */
export function buildCommand(): Command {
  return new Command('build')
    .description('pack the sales for area statistics, and fit the valuation models')
    .option('--all', 'refit every area, not only those whose sales, certificates or published index changed')
    .option('--workers <n>', 'processes that fit; one per core by default', workers, availableParallelism())
    .option(
      '--keep <n>',
      'newest releases that are kept, beside the first of each month; 12 by default',
      releases,
    )
    .option('--json', 'print the result as JSON')
    .action((options: Options) => run(options));
}

/** The process that `build` starts for each core; not for use by hand. */
export function fitWorkerCommand(): Command {
  return new Command('fit-worker').argument('<today>').action(async (today: string) => {
    const { serveFits } = await import('@domesday/builds/valuations');
    return serveFits(process.env.DATABASE_URL ?? '', today);
  });
}

function workers(value: string): number {
  const n = Number(value);
  if (Number.isInteger(n) && n >= 1 && n <= 256) return n;
  throw new Error(`"${value}" is not a number of processes from 1 to 256`);
}

function releases(value: string): number {
  const n = Number(value);
  if (Number.isInteger(n) && n >= 1 && n <= 1000) return n;
  throw new Error(`"${value}" is not a number of releases from 1 to 1000`);
}

/** The same after datasets were fetched. In JSON nothing is printed, since the fetching has printed its document. */
export async function fitAndTell(json: boolean | undefined): Promise<void> {
  await run({ workers: availableParallelism(), quiet: json ?? false });
}

async function run(options: Options): Promise<void> {
  const { derivePending } = await import('@domesday/builds');
  const derived = await withDatabase(({ db }) => derivePending(db));
  if (derived.length > 0 && !options.json && !options.quiet)
    console.log(`build: ${derived.join(', ')} brought up to date after a load that was interrupted`);
  const { buildMarket } = await import('@domesday/builds/packed-sales');
  const market = await withDatabase(({ db }) => buildMarket(db));
  if (!options.json && !options.quiet && market.built)
    console.log(`build: sales packed by area and month in ${market.seconds.toFixed(1)} s`);
  const { result, spent } = await withDatabase((open) => build(open, options));
  const { recordRelease } = await import('@domesday/builds/releases');
  const today = new Date().toISOString().slice(0, 10);
  const keep = options.keep === undefined ? {} : { keep: options.keep };
  const release = await withDatabase(({ db }) => recordRelease(db, { today, ...keep }));
  if (options.quiet) return;
  const national = result.areas_fitted > result.areas_resumed ? nationally(result) : null;
  const memory_mb = spent.map((one) => one.memory_mb);
  const cpu_seconds = Number(spent.reduce((sum, one) => sum + one.cpu_seconds, 0).toFixed(1));
  if (options.json)
    printJson({ ...result, market, release, workers: options.workers, memory_mb, cpu_seconds, national });
  else if (result.build_id === null) console.log('build: nothing has changed since the last build');
  else {
    console.log(
      `build ${result.build_id}: ${result.areas_fitted - result.areas_resumed} areas fitted to ${result.sales.toLocaleString('en-GB')} sales ` +
        `in ${result.fit_seconds.toFixed(1)} s by ${options.workers}, ${result.areas_resumed} taken over from a build that was interrupted, ` +
        `${result.areas_kept} kept, ${result.areas_removed} removed, ` +
        `at most ${memory_mb.join(' + ')} MB, ${cpu_seconds} s of processor`,
    );
    if (national)
      console.log(
        `at that rate ${NATION.sales / 1e6} million sales in ${NATION.outcodes.toLocaleString('en-GB')} outcodes take ` +
          `${national.by_sales_minutes} minutes, were it by areas ${national.by_areas_minutes}`,
      );
  }
  if (!options.json && release.recorded)
    console.log(`build: release ${release.name} recorded, ${release.kept} kept, ${release.pruned} pruned`);
}

/**
 * Seconds left of a build, by sales: fitting takes as long as an area has sales, and the largest areas come first. Null
 * until each process has ended its first area, since those in work are not counted.
 */
export function secondsLeft(
  elapsed_s: number,
  done: Pick<BuildProgress, 'areas_done' | 'sales_done' | 'sales'>,
  workers: number,
): number | null {
  if (done.areas_done < workers || done.sales_done === 0) return null;
  return (elapsed_s * (done.sales - done.sales_done)) / done.sales_done;
}

/** Minutes that the same machine and number of processes would need for the whole country. */
function nationally({ fit_seconds, sales, areas_fitted, areas_resumed }: BuildResult) {
  const minutes = (share: number) => Math.round((fit_seconds * share) / 60);
  return {
    by_sales_minutes: minutes(NATION.sales / Math.max(1, sales)),
    by_areas_minutes: minutes(NATION.outcodes / Math.max(1, areas_fitted - areas_resumed)),
  };
}

async function build({ db, url }: OpenDatabase, options: Options) {
  const { buildValuations, startFitProcesses } = await import('@domesday/builds/valuations');
  const { spentHere } = await import('@domesday/builds/worker-processes');
  const today = new Date().toISOString().slice(0, 10);
  const started_ms = Date.now();
  let told_ms = started_ms;
  const progress = ({ area, areas_done, areas, sales_done, sales }: BuildProgress) => {
    if (options.json || options.quiet) return;
    if (Date.now() - told_ms < TELL_EVERY_MS && areas_done < areas) return;
    const left_s = secondsLeft(
      (Date.now() - started_ms) / 1000,
      { areas_done, sales_done, sales },
      options.workers,
    );
    if (left_s === null) return;
    told_ms = Date.now();
    process.stderr.write(
      `build: ${areas_done} of ${areas} areas, ${area}, about ${timeWords(left_s)} left\n`,
    );
  };
  const processes =
    options.workers > 1
      ? startFitProcesses(options.workers, process.argv[1]!, ['fit-worker', today], {
          ...process.env,
          DATABASE_URL: url,
        })
      : null;
  let result: BuildResult;
  let spent: Spent[] = [];
  try {
    result = await buildValuations(db, {
      today,
      all: options.all ?? false,
      progress,
      ...(processes ? { fitters: processes.fitters } : {}),
    });
  } finally {
    spent = (await processes?.stop()) ?? [];
  }
  return { result, spent: [spentHere(), ...spent] };
}
