import { type CatalogueEntry, catalogue, commandFor } from '@domesday/datasets/catalogue';
import type { Db } from '@domesday/db';
import { freshnessOf, servedStates } from '@domesday/loading/freshness';
import { Command } from 'commander';
import { printJson, printTable } from '../output.ts';
import { withServedDatabase } from '../program.ts';

const COLUMNS = ['dataset', 'state', 'release', 'share', 'newest', 'rows', 'loaded', 'last load', 'rejected'];

export function statusCommand(): Command {
  return new Command('status')
    .description('show the served data of every dataset and the result of its last load')
    .option('--json', 'print JSON')
    .action((options) =>
      withServedDatabase(async ({ db }) => {
        const { databaseTime } = await import('@domesday/db');
        const { servedLoads } = await import('@domesday/loading/served.query');
        const now_ms = (await databaseTime(db)).getTime();
        const { lastLoads } = await import('./status.query.ts');
        const served = servedStates(await servedLoads.rows(db));
        const last = new Map((await lastLoads.rows(db)).map((load) => [load.dataset, load]));
        const table = Object.values(catalogue).map((entry) => {
          const { state, reason } = freshnessOf(entry, served.get(entry.id), now_ms);
          const there = state === 'missing' ? undefined : served.get(entry.id);
          const load = last.get(entry.id);
          return {
            dataset: entry.id,
            state,
            reason,
            release: there?.release ?? null,
            releases: there?.releases ?? [],
            newest: there?.newest_record ?? null,
            rows: there?.rows ?? 0,
            loaded: there?.loaded_at ?? null,
            last_load: load?.status ?? null,
            rejected: load?.rows_rejected ?? null,
            mend: state === 'stale' ? mendOf(entry) : null,
          };
        });
        const behind = await behindLoads(db);
        if (options.json) printJson({ datasets: table, behind });
        else {
          printTable(table.map(shownRow), COLUMNS);
          const stale = table.filter((one) => one.mend !== null);
          if (stale.length > 0) console.log('\nStale:');
          for (const { dataset, reason, mend } of stale) console.log(`  ${dataset}: ${reason} ${mend}`);
          if (behind.reason) console.log(`\n${behind.reason} ${behind.mend}`);
        }
      }),
    );
}

/** What is worked out after loads and is behind them. */
interface Behind {
  /** Tables that lack a load which is published. */
  tables: string[];
  /** Whether statistics of areas and valuations are older than the loads, or made otherwise by this version. */
  statistics: boolean;
  reason: string | null;
  mend: string | null;
}

/** The fictional country is never built, so that nothing of it is behind. */
async function behindLoads(db: Db): Promise<Behind> {
  const { pendingDerived } = await import('@domesday/builds');
  const { isReleased } = await import('@domesday/builds/releases');
  const { loadedWorlds } = await import('@domesday/loading/fiction.query');
  const { real } = await loadedWorlds(db);
  const tables = real ? await pendingDerived(db) : [];
  const statistics = real && (tables.length > 0 || !(await isReleased(db)));
  const reason =
    tables.length > 0
      ? `These are older than the loads, or this version makes them otherwise: ${tables.join(', ')}.`
      : 'Statistics of areas and valuations are older than the loads, or this version makes them otherwise.';
  const mend = 'Run: npm run domesday -- build';
  return statistics ? { tables, statistics, reason, mend } : { tables, statistics, reason: null, mend: null };
}

/** What brings a stale dataset up to date. */
function mendOf(entry: CatalogueEntry): string {
  const command = commandFor(entry);
  if (entry.download.find.by !== 'operator') return `Run: ${command}`;
  return `Get it (${entry.docs.where}) and run: ${command}`;
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
