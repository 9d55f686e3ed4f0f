import { buildValuations } from '@domesday/datasets/valuation-build';
import { Command } from 'commander';
import { printJson } from '../output.ts';
import { withDatabase } from '../program.ts';

const TELL_EVERY_MS = 5000;

/** `domesday build`: fits what valuations share, and swaps it in whole. */
export function buildCommand(): Command {
  return new Command('build')
    .description('fit the growth indices, price levels and error spreads that valuations share')
    .option('--all', 'refit every area, as after a new month of the index; else those whose sales changed')
    .option('--json', 'print the outcome as JSON')
    .action((options: { all?: boolean; json?: boolean }) => run(options));
}

async function run(options: { all?: boolean; json?: boolean }): Promise<void> {
  const started_ms = Date.now();
  let told_ms = started_ms;
  const result = await withDatabase(({ db }) =>
    buildValuations(db, {
      today: new Date().toISOString().slice(0, 10),
      all: options.all ?? false,
      progress: (done, total, area) => {
        if (options.json || (Date.now() - told_ms < TELL_EVERY_MS && done < total)) return;
        told_ms = Date.now();
        const left_s = ((told_ms - started_ms) / 1000 / done) * (total - done);
        process.stderr.write(
          `build: ${done} of ${total} areas, ${area}, about ${Math.round(left_s)} s left\n`,
        );
      },
    }),
  );
  const memory_mb = Math.round(process.resourceUsage().maxRSS / 1024);
  if (options.json) printJson({ ...result, memory_mb });
  else if (result.build_id === null) console.log('build: nothing has changed since the last one');
  else {
    console.log(
      `build ${result.build_id}: ${result.areas_fitted} areas fitted to ${result.sales.toLocaleString('en-GB')} sales ` +
        `in ${result.fit_seconds.toFixed(1)} s, ${result.areas_kept} kept, ${result.areas_removed} removed, at most ${memory_mb} MB`,
    );
  }
}
