import { type CatalogueEntry, catalogue, commandFor } from '@domesday/datasets/catalogue';
import { freshnessOf, servedStates } from '@domesday/loading/freshness';
import { Command } from 'commander';
import { behindLoads } from '../behind-loads.ts';
import { leftFiction } from '../fiction-left.ts';
import { oneLine, printJson, printTable } from '../output.ts';
import { withServedDatabase } from '../program.ts';

const COLUMNS = [
  'dataset',
  'state',
  'release',
  'share',
  'newest',
  'rows',
  'loaded',
  'last load',
  'rejected',
] as const;

export function statusCommand(): Command {
  return new Command('status')
    .description('show the served data of every dataset and the result of its last load')
    .option('--json', 'print JSON')
    .action((options) =>
      withServedDatabase(async ({ db }) => {
        const { databaseTime } = await import('@domesday/db');
        const { servedLoads } = await import('@domesday/loading/served.query');
        const now_ms = (await databaseTime(db)).getTime();
        const { INTERRUPTED, lastLoads } = await import('./status.query.ts');
        const served = servedStates(await servedLoads.rows(db));
        const last = new Map((await lastLoads.rows(db)).map((load) => [load.dataset, load]));
        const table = Object.values(catalogue).map((entry) => {
          const { state, reason } = freshnessOf(entry, served.get(entry.id), now_ms);
          const current = state === 'missing' ? undefined : served.get(entry.id);
          const load = last.get(entry.id);
          return {
            dataset: entry.id,
            state,
            reason,
            release: current?.release ?? null,
            releases: current?.releases ?? [],
            newest: current?.newest_record ?? null,
            rows: current?.rows ?? 0,
            loaded: current?.loaded_at ?? null,
            last_load: load?.status ?? null,
            rejected: load?.rows_rejected ?? null,
            problem:
              load?.status === 'interrupted' ? INTERRUPTED : load?.status === 'failed' ? load.failure : null,
            mend: state === 'stale' ? remedyOf(entry) : null,
          };
        });
        const behind = await behindLoads(db);
        const fiction = await leftFiction(db);
        if (options.json) printJson({ datasets: table, behind, fictional_datasets: fiction.datasets });
        else {
          printTable(table.map(shownRow), COLUMNS);
          const stale = table.filter((one) => one.mend !== null);
          if (stale.length > 0) console.log('\nStale:');
          for (const { dataset, reason, mend } of stale) console.log(`  ${dataset}: ${reason} ${mend}`);
          const failed = table.filter((one) => one.problem !== null);
          if (failed.length > 0) console.log('\nNot published; the previous data are still served:');
          for (const { dataset, problem } of failed) console.log(`  ${dataset}: ${oneLine(problem!)}`);
          if (behind.reason) console.log(`\n${behind.reason} ${behind.mend}`);
          if (fiction.told) console.log(`\n${fiction.told}`);
        }
      }),
    );
}

/** The command, or the source of the files, that brings a stale dataset up to date. */
function remedyOf(entry: CatalogueEntry): string {
  const command = commandFor(entry);
  if (entry.download.find.by !== 'operator') return `Run: ${command}`;
  return `Get it from ${entry.docs.where} and run: ${command}`;
}

interface Shown {
  release: string | null;
  releases: { share_pct: number }[];
  last_load: string | null;
}

/** A row of the table. Of several releases it shows the one with the most rows, with its share. */
function shownRow<Row extends Shown>({ releases, last_load, ...row }: Row) {
  const share = releases.length > 0 ? `${releases[0]!.share_pct} %` : null;
  return { ...row, share, 'last load': last_load };
}
