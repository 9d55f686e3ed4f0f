import { catalogue } from '@domesday/datasets/catalogue';
import { Command } from 'commander';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';

export function statusCommand(): Command {
  return new Command('status')
    .description('show every dataset with what is loaded of it')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db }) => {
        const { rows } = await db.query(
          `select distinct on (dataset) dataset, status, release, newest_record, rows_published, rows_rejected, finished_at, failure
           from dataset_loads order by dataset, id desc`,
        );
        const byId = new Map(rows.map((row) => [row.dataset, row]));
        const table = Object.values(catalogue).map((entry) => {
          const load = byId.get(entry.id);
          return {
            dataset: entry.id,
            state: load?.status ?? 'not loaded',
            release: load?.release ?? null,
            newest: load?.newest_record ?? null,
            rows: load?.rows_published ?? null,
            rejected: load?.rows_rejected ?? null,
            loaded: load?.finished_at ?? null,
          };
        });
        if (options.json) printJson(table);
        else printTable(table, ['dataset', 'state', 'release', 'newest', 'rows', 'rejected', 'loaded']);
      }),
    );
}
