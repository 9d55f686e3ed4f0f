import { count } from '@domesday/files/counted';
import { Command } from 'commander';
import { whole } from '../argument-values.ts';
import { knownDataset } from '../datasets.ts';
import { printJson, printTable, reasonLines } from '../output.ts';
import { withDatabase } from '../program.ts';

interface Options {
  load?: number;
  limit: number;
  json?: boolean;
}

/** `domesday rejects <dataset>`: shows the refused rows of a load and the reasons. */
export function rejectsCommand(): Command {
  return new Command('rejects')
    .description('show the refused rows of the newest load that refused any, with the reasons')
    .argument('<dataset>', 'as in `domesday load`', knownDataset)
    .option('--load <number>', 'show this load instead', number)
    .option('--limit <rows>', 'largest number of rows to show', number, 50)
    .option('--json', 'print JSON')
    .action((dataset: string, options: Options) => run(dataset, options));
}

const number = whole(0, 999_999_999);

async function run(dataset: string, options: Options): Promise<void> {
  const { LOADS_WITH_TEXTS, rejectedRows, rejectingLoad } = await import('@domesday/loading/rejects.query');
  return withDatabase(async ({ db }) => {
    const load = await rejectingLoad.first(db, { dataset, load_id: options.load ?? null });
    if (!load) {
      const which = options.load === undefined ? 'that refused a row' : `number ${options.load}`;
      throw new Error(`${dataset} has no load ${which}.`);
    }
    const { id: load_id, status, started_at, rows_read, rows_rejected, reject_reasons: reasons } = load;
    const stored = await rejectedRows.rows(db, { load_id, most: options.limit });
    const rows = stored.map(({ raw, ...row }) => ({ ...row, text: raw }));
    if (options.json) {
      printJson({ dataset, load_id, status, started_at, rows_read, rows_rejected, reasons, rows });
      return;
    }
    console.log(
      `${dataset}, load ${load_id} (${status}): ${count(rows_rejected)} of ${count(rows_read)} rows were refused`,
    );
    console.log();
    for (const line of reasonLines(reasons)) console.log(line);
    console.log();
    if (rows.length === 0 && rows_rejected > 0) {
      console.log(
        `The texts of these rows are deleted. They are kept for the newest ${LOADS_WITH_TEXTS} loads with refused rows, until the dataset is removed.`,
      );
      return;
    }
    printTable(rows, ['file', 'line', 'reason', 'text']);
    if (rows.length === options.limit) console.log(`… the first ${count(rows.length)}; --limit shows more`);
  });
}
