import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { corrupt, nationalList, seeded } from '@domesday/addresses/fit';
import { load } from '@domesday/builds';
import { readTable } from '@domesday/files/tables/read';
import { openTable } from '@domesday/files/tables/write';
import { argumentsOf } from './lib/arguments.ts';
import { writeNationalList } from './lib/national-list.ts';
import { report } from './lib/report.ts';
import { root, scratchDatabase } from './lib/servers.ts';

/**
 * `domesday match` of a table of messy addresses against a made-up list, the command as an operator runs it. The
 * baseline reads and writes the same table without matching. `npm run bench -- match-table --list 1000000 --rows
 * 300000`.
 */
export async function run(args: string[]): Promise<void> {
  const { list, rows: count } = argumentsOf('match-table', args, { list: 1_000_000, rows: 300_000 });
  const scratch = await scratchDatabase({
    shared_buffers: '2GB',
    maintenance_work_mem: '1GB',
    max_wal_size: '16GB',
  });
  try {
    const file = join(scratch.folder, 'list.csv');
    await writeNationalList(file, list);
    await load(scratch.db, 'address-list', [file], { home: scratch.folder });
    await scratch.db.query('vacuum analyze');
    const table = [];
    for (const order of ['by postcode', 'any order']) {
      const input = join(scratch.folder, `${order.replace(' ', '-')}.csv`);
      await writeMessy(input, list, count, order === 'any order');
      const { size } = await stat(input);
      const copied = await copyTable(input, join(scratch.folder, 'copy.csv'));
      for (const format of ['csv', 'ndjson', 'parquet']) {
        const took = match(
          input,
          join(scratch.folder, `out-${format}-${order.length}.${format}`),
          scratch.url,
        );
        table.push({
          rows_in: order,
          written_as: format,
          rows_per_s: Math.round(count / took.seconds),
          matched: took.statuses.matched ?? 0,
          ambiguous: took.statuses.ambiguous ?? 0,
          no_match: took.statuses.no_match ?? 0,
          copied_per_s: Math.round(count / copied),
          mb: Math.round(size / 1e6),
        });
      }
    }
    await report(
      'match-table',
      `A table of ${count} messy addresses matched against a list of ${list}`,
      table,
      [
        'One address in ten is written as listed; the others are damaged in the ways of the generator of the fit.',
        'copied_per_s: the same table read and written on one core without a match.',
        `${availableParallelism()} processes match; they, the database and the reader share the cores; the load average at the end was ${loadavg()[0]!.toFixed(1)}.`,
      ],
      `match-table --list ${list} --rows ${count}`,
    );
  } finally {
    await scratch.close();
  }
}

/** Every n-th home of the list, damaged. */
async function writeMessy(path: string, list: number, count: number, shuffled: boolean): Promise<void> {
  const random = seeded(61);
  const step = Math.max(1, Math.floor(list / count));
  const rows: Record<string, unknown>[] = [];
  let i = 0;
  for (const home of nationalList({ rows: list, seed: 11 })) {
    if (i++ % step !== 0 || rows.length === count) continue;
    const { address } = random() < 0.1 ? home : corrupt(random, home);
    rows.push({ id: home.uprn, address, postcode: home.postcode });
  }
  if (shuffled) {
    for (let at = rows.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [rows[at], rows[other]] = [rows[other]!, rows[at]!];
    }
  }
  const table = await openTable(path, 'csv', ['id', 'address', 'postcode']);
  await table.append(rows);
  await table.finish();
}

async function copyTable(from: string, to: string): Promise<number> {
  const began = performance.now();
  const table = await openTable(to, 'csv', ['id', 'address', 'postcode']);
  for await (const rows of readTable(from, 'csv')) await table.append(rows.map(({ values }) => values));
  await table.finish();
  return (performance.now() - began) / 1000;
}

function match(
  input: string,
  output: string,
  url: string,
): { seconds: number; statuses: Record<string, number> } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    // The flag with which `npm run domesday` starts Node.
    [
      '--max-semi-space-size=64',
      join(root, 'apps/cli/dist/main.js'),
      'match',
      input,
      '--out',
      output,
      '--json',
      '--force',
    ],
    { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`domesday match failed: ${stderr}`);
  return JSON.parse(stdout) as { seconds: number; statuses: Record<string, number> };
}
