import { lossesOf } from './losses.ts';
import { isMuch } from './merge.query.ts';
import { countServed, type ServedCounts } from './served.query.ts';
import { lostValues, servedDigest, valuesAtRisk } from './served-values.query.ts';
import type { CatalogueEntry, Check, DatasetModule, Staged } from './types.ts';

const LARGE = 100_000;

/**
 * Publishes staging; must run inside `publishing`. Returns the rows written, and a sentence about served data that were
 * lost, or null. A dataset that is compared as a whole and is served exactly as before is recorded as unchanged.
 */
export async function publishWatched(
  dataset: DatasetModule,
  entry: CatalogueEntry,
  staged: Staged,
  { checks, before }: { checks: readonly Check[]; before: ServedCounts | null },
): Promise<{ rows_published: number; lost: string | null }> {
  const { client, changes, load_id } = staged;
  const rows_before = before?.rows ?? 0;
  const digest = () => servedDigest(client, entry, rows_before);
  const whole = changes && (await mayBeSame(dataset, staged, rows_before)) ? await digest() : null;
  const at_risk = await valuesAtRisk(client, entry, staged, { checks, rows_before });
  const rows_published = await dataset.publish(staged);
  if (changes && whole !== null && (await digest()) === whole)
    changes.compared = { table: entry.served.table, key: [], rows: 0 };
  const rows_lost = lossesOf(before, await countServed(client, entry, load_id));
  return { rows_published, lost: rows_lost ?? (await lostValues(client, entry, at_risk)) };
}

/**
 * Whether comparing the whole dataset is worthwhile. Areas take long to compare, so they are compared only if their
 * number is the same. A small load does not wait for a large table to be read.
 */
async function mayBeSame(dataset: DatasetModule, staged: Staged, rows_before: number): Promise<boolean> {
  if (!dataset.comparedWhole || (rows_before > LARGE && !isMuch(staged.rows, rows_before))) return false;
  return dataset.extent === undefined || (await dataset.replacedRows?.(staged)) === staged.rows;
}
