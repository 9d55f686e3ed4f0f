import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from './lib/arguments.ts';
import { country, SALES_PER_HOME } from './lib/country.ts';
import { report } from './lib/report.ts';
import { root, scratchDatabase } from './lib/servers.ts';

interface Built {
  fit_seconds: number;
  cpu_seconds: number;
  areas_fitted: number;
  sales: number;
  memory_mb: number[];
  national_minutes: number | null;
}

/**
 * Time of `domesday build` with one process and with one for each core, on made-up sales of which seven in eight have
 * a floor area. `--sales` sets their number.
 */
export async function run(args: string[] = []): Promise<void> {
  const { sales } = argumentsOf('build', args, { sales: 420_000 });
  const scratch = await scratchDatabase();
  try {
    for (const statement of country(Math.max(4000, Math.round(sales / SALES_PER_HOME)))) {
      await scratch.db.query(statement);
    }
    const rows = [];
    let first = 0;
    for (const workers of [...new Set([1, cpus().length])]) {
      const built = await build(scratch.url, workers);
      first ||= built.fit_seconds;
      rows.push({
        processes: workers,
        sales: built.sales,
        areas: built.areas_fitted,
        seconds: Number(built.fit_seconds.toFixed(1)),
        times_as_fast: Number((first / built.fit_seconds).toFixed(2)),
        cpu_us_per_sale: Math.round((1e6 * built.cpu_seconds) / built.sales),
        memory_mb: built.memory_mb.join(' + '),
        minutes_whole: built.national_minutes ?? 'too few sales',
      });
    }
    await report(
      'build',
      'domesday build',
      rows,
      [
        'minutes_whole: 30 million sales in 2,300 areas at the same rate with as many processes; an area counts as its sales and 1,500 more.',
        'cpu_us_per_sale without the database, which shares the cores.',
      ],
      `build --sales ${sales}`,
    );
  } finally {
    await scratch.close();
  }
}

function build(url: string, workers: number): Promise<Built> {
  return new Promise((done, fail) => {
    const script = join(root, 'apps/cli/dist/main.js');
    const child = spawn(
      process.execPath,
      [script, 'build', '--all', '--json', '--workers', String(workers)],
      { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done(JSON.parse(text) as Built) : fail(new Error(`build ended with ${code}`)),
    );
  });
}
