import { access, stat } from 'node:fs/promises';
import { type AddressQuery, indexVersion } from '@domesday/address-search';
import { serveOrders, startWorkerProcess, type WorkerProcess } from '@domesday/builds/worker-processes';
import { createPool } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { TABLE_ENDINGS, type TableFormat, tableFormat } from '@domesday/files/tables/formats';
import { here, WrongCommandLine } from '../argument-values.ts';
import { perSecond, printJson } from '../output.ts';
import { environmentFor, withServedDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';
import { answerAll, byColumn, byRow } from './answer.ts';
import { readMatchMapping } from './mapping.ts';
import { type MatchTable, matchTable } from './match-table.ts';
import { whileWriting } from './output-lock.query.ts';
import { forgetProgress, type Progress } from './progress.ts';

export interface MatchOptions {
  out: string;
  mapping?: string;
  workers: number;
  restart?: boolean;
  force?: boolean;
  json?: boolean;
}

/** Worker: matches the addresses that the parent process sends, until the channel closes. */
export async function serveMatches(): Promise<void> {
  const db = createPool(process.env.DATABASE_URL ?? '', { application_name: 'domesday-match' });
  await serveOrders<AddressQuery[], unknown[][]>(async (queries) => byColumn(await answerAll(db, queries)));
  await db.end();
}

/** Matches the rows of a table in several processes, and writes them with the results. */
export async function runMatch(table: string, options: MatchOptions): Promise<void> {
  const [input, output] = [here(table), here(options.out)];
  // Checked before workers are started.
  const [read, written] = [formatOf(table), formatOf(options.out)];
  if (!(await exists(input))) throw new Error(`There is no file ${table}.`);
  // The input is read twice, and again when an interrupted run continues.
  if (!(await stat(input)).isFile())
    throw new Error(
      `${table} is not a regular file, so it cannot be read more than once. Write it to a file first.`,
    );
  const mustBeNew = async (): Promise<void> => {
    if (!options.force && (await exists(output)))
      throw new Error(`${options.out} exists already. Name another file, or overwrite it with --force.`);
  };
  await mustBeNew();
  const mapping = options.mapping ? await readMatchMapping(here(options.mapping)) : null;
  const began_ms = performance.now();
  reportInterruption('The rows matched so far are kept. Run the same command again to continue after them.');
  const done = await withServedDatabase(({ url, db }) =>
    whileWriting(db, output, async () => {
      // Another run may have ended meanwhile.
      await mustBeNew();
      if (options.restart) await forgetProgress(output);
      const started = Array.from({ length: options.workers }, () =>
        startWorkerProcess<AddressQuery[], unknown[][]>(
          'matches addresses',
          process.argv[1]!,
          ['match-worker'],
          environmentFor(url),
        ),
      );
      const job: MatchTable = {
        input: { path: input, format: read },
        output: { path: output, format: written },
        mapping,
        match: shared(started),
        state: async () => Object.values(await indexVersion(db)).join(' '),
        onProgress: options.json ? undefined : (progress) => tell(progress, began_ms),
        onNote: (sentence) => process.stderr.write(`${sentence}\n`),
      };
      try {
        return await matchTable(job);
      } finally {
        await Promise.all(started.map(({ stop }) => stop()));
      }
    }),
  );
  const seconds = (performance.now() - began_ms) / 1000;
  const { rows, resumed_rows, statuses, states } = done;
  const addresses_changed = states !== undefined && states.length > 1;
  if (options.json)
    printJson({ rows, resumed_rows, addresses_changed, statuses, seconds: Number(seconds.toFixed(1)) });
  else {
    const found = Object.entries(statuses).map(([status, n]) => `${count(n)} ${status}`);
    console.log(`${count(rows)} rows in ${seconds.toFixed(1)} s: ${found.join(', ') || 'none'}`);
  }
}

/** Gives each portion to the worker that is free first. */
function shared(processes: WorkerProcess<AddressQuery[], unknown[][]>[]): MatchTable['match'] {
  const free = [...processes];
  const waiting: Array<(one: (typeof free)[number]) => void> = [];
  return async (queries) => {
    const one = free.pop() ?? (await new Promise<(typeof free)[number]>((given) => waiting.push(given)));
    try {
      return byRow(await one.ask(queries));
    } finally {
      const next = waiting.shift();
      if (next) next(one);
      else free.push(one);
    }
  };
}

function formatOf(name: string): TableFormat {
  const format = tableFormat(name);
  if (format === null)
    throw new WrongCommandLine(`${name} must end in ${TABLE_ENDINGS}, which says its format.`);
  return format;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function tell({ rows, resumed_rows }: Progress, began_ms: number): void {
  const rate = perSecond(rows - resumed_rows, (performance.now() - began_ms) / 1000);
  process.stderr.write(`${count(rows)} rows, ${rate} rows/s\n`);
}
