import { availableParallelism } from 'node:os';
import type { Progress } from '@domesday/builds';
import type { BuildResult } from '@domesday/builds/valuations';
import type { Spent } from '@domesday/builds/worker-processes';
import { count } from '@domesday/files/counted';
import { operatorCommand } from '@domesday/loading/operator-command';
import { Command } from 'commander';
import { whole } from '../argument-values.ts';
import { buildReporter, nationalMinutes } from '../build-progress.ts';
import type { OpenDatabase } from '../database.ts';
import { printJson } from '../output.ts';
import { environmentFor, withDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';

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
    .description(
      'rebuild tables that are older than the loads or this version, fit the valuation models, pack the sales for area statistics, and record a release',
    )
    .option('--all', 'refit every area, not only those whose sales, certificates or published index changed')
    .option(
      '--workers <n>',
      'processes that fit; one per core by default',
      whole(1, 256, 'processes'),
      availableParallelism(),
    )
    .option(
      '--keep <n>',
      'number of newest releases to keep, besides the first of each month; 12 by default',
      whole(1, 1000, 'releases'),
    )
    .option('--json', 'print the result as JSON')
    .action((options: Options) => run(options));
}

/** The worker that `build` starts for each core; not for use by hand. */
export function fitWorkerCommand(): Command {
  return new Command('fit-worker').argument('<today>').action(async (today: string) => {
    const { serveFits } = await import('@domesday/builds/valuations');
    return serveFits(process.env.DATABASE_URL ?? '', today);
  });
}

/** Builds after datasets were fetched. With --json nothing is printed, since the fetch has printed its document. */
export async function fitAndReport(json: boolean | undefined): Promise<void> {
  await run({ workers: availableParallelism(), quiet: json ?? false });
}

/**
 * Whether a build is needed after a removal. If no release is recorded and nothing was ever fitted, no figure uses the
 * removed data. Both are checked because 1.1.0 fitted valuations but recorded no releases.
 */
export async function lacksBuild(): Promise<boolean> {
  const [{ isReleased, readReleases }, { everFitted }] = await Promise.all([
    import('@domesday/builds/releases'),
    import('@domesday/builds/valuations'),
  ]);
  return withDatabase(async ({ db }) => {
    const built = (await readReleases(db)).length > 0 || (await everFitted.one(db)).fitted;
    return built && !(await isReleased(db));
  });
}

async function run(options: Options): Promise<void> {
  reportInterruption(
    'The previous build is still served. Run the same command again to continue where it stopped.',
  );
  const tell = !options.json && !options.quiet;
  const teller = buildReporter({
    workers: options.workers,
    write: (line) => {
      if (tell) process.stderr.write(`${line}\n`);
    },
  });
  const { derivePending, eraseWithheld } = await import('@domesday/builds');
  let step = '';
  const onWait = (holder: string | null) => {
    const line = `waiting for ${holder ?? 'another load or build'} to end`;
    // Also with --json: a command that waits for hours must say for which process.
    if (tell) teller.step(line);
    else process.stderr.write(`build: ${line}\n`);
  };
  const onProgress = ({ phase, file, waits_for }: Progress) => {
    if (phase === 'wait') onWait(waits_for);
    if (phase === 'derive' && file !== step) teller.step(`bringing ${file} up to date`);
    step = file;
  };
  const derived = await withDatabase(({ db }) => derivePending(db, { onProgress }));
  if (derived.length > 0 && tell) console.log(`build: ${derived.join(', ')} brought up to date`);
  const { result, spent } = await withDatabase((open) => build(open, options, teller, onWait));
  // After the fits, because they detect sales at the total price of several homes, which are left out.
  const { buildMarket } = await import('@domesday/builds/packed-sales');
  teller.step('packing the sales by area and month');
  const market = await withDatabase(({ db }) => buildMarket(db, onWait));
  if (tell && market.built)
    console.log(`build: sales packed by area and month in ${market.seconds.toFixed(1)} s`);
  const { isReleased, recordRelease } = await import('@domesday/builds/releases');
  const keep = options.keep === undefined ? {} : { keep: options.keep };
  teller.step('recording the release');
  const release = await withDatabase(async ({ db }) => {
    await eraseWithheld(db, onWait);
    const recorded = await recordRelease(db, { ...keep, onWait });
    return { ...recorded, loaded_meanwhile: !(await isReleased(db)) };
  });
  const { loaded_meanwhile } = release;
  if (loaded_meanwhile && !options.json)
    console.error(
      `Data were loaded while this build ran, and it may lack some of them. Run: ${operatorCommand('build')}`,
    );
  if (options.quiet) return;
  const { areas_fitted, areas_resumed, fit_seconds, sales } = result;
  const fitted = { areas: areas_fitted - areas_resumed, sales };
  const national_minutes = nationalMinutes(fit_seconds, fitted);
  const memory_mb = spent.map((one) => one.memory_mb);
  const cpu_seconds = Number(spent.reduce((sum, one) => sum + one.cpu_seconds, 0).toFixed(1));
  if (options.json)
    printJson({
      ...result,
      market,
      release,
      workers: options.workers,
      memory_mb,
      cpu_seconds,
      national_minutes,
    });
  else if (result.build_id === null) console.log('build: nothing has changed since the last build');
  else {
    console.log(
      `build ${result.build_id}: ${fitted.areas} areas fitted to ${count(sales)} sales ` +
        `in ${fit_seconds.toFixed(1)} s by ${options.workers}, ${areas_resumed} areas reused from an interrupted build, ` +
        `${result.areas_kept} kept, ${result.areas_removed} removed, ` +
        `at most ${memory_mb.join(' + ')} MB, ${cpu_seconds} s of processor time`,
    );
    if (national_minutes !== null)
      console.log(`at that rate England and Wales since 1995 take ${national_minutes} minutes`);
  }
  if (!options.json && release.recorded)
    console.log(`build: release ${release.name} recorded, ${release.kept} kept, ${release.pruned} pruned`);
}

async function build(
  { db, url, now }: OpenDatabase,
  options: Options,
  teller: ReturnType<typeof buildReporter>,
  onWait: (holder: string | null) => void,
) {
  const { buildValuations, startFitProcesses } = await import('@domesday/builds/valuations');
  const { spentHere } = await import('@domesday/builds/worker-processes');
  const { isoDay } = await import('@domesday/loading/days');
  const today = isoDay(await now());
  teller.step('looking which areas have changed');
  const processes =
    options.workers > 1
      ? startFitProcesses(options.workers, process.argv[1]!, ['fit-worker', today], environmentFor(url))
      : null;
  let result: BuildResult;
  let spent: Spent[] = [];
  try {
    result = await buildValuations(db, {
      today,
      all: options.all ?? false,
      onWait,
      begun: ({ areas, sales }) =>
        teller.step(`fitting (areas: ${areas}, sales: ${count(sales)}, processes: ${options.workers})`),
      progress: teller.fitted,
      ...(processes ? { fitters: processes.fitters } : {}),
    });
  } finally {
    spent = (await processes?.stop()) ?? [];
  }
  return { result, spent: [spentHere(), ...spent] };
}
