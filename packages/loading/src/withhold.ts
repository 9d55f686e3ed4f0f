import { command, type Db, type DbClient } from '@domesday/db';
import { recordChanges } from './changes.query.ts';
import { FICTION, loadedWorlds } from './fiction.query.ts';
import { madeUp } from './fiction.ts';
import type { Derive } from './load.ts';
import { withLoadLock } from './load-lock.ts';
import { progressOf } from './progress.ts';
import { beginPublishing, publishing } from './rebuild.query.ts';
import { lastAttribution, openLoad, recordPublished, WITHHELD } from './record.query.ts';
import { countServed, forgetEmptyLoad } from './served.query.ts';
import { createStaging, dropStaging, stagingTable } from './staging.query.ts';
import {
  type CatalogueEntry,
  type ChangeLog,
  type DatasetModule,
  LoadError,
  type LoadOptions,
} from './types.ts';
import {
  countWithheld,
  erasePast,
  forgetWithheld,
  withholdHomes,
  withholdKnown,
  withholdRecords,
} from './withhold.query.ts';

/** A dataset whose rows can be withheld. */
export interface WithholdingDataset {
  module: DatasetModule;
  entry: CatalogueEntry;
}

/** What is to be withheld: homes, or records of one dataset by their keys. */
export type Named = { uprns: readonly number[] } | { dataset: string; records: readonly string[] };

export interface WithholdResult {
  /** Rows that were served until now, by dataset. */
  removed: Record<string, number>;
}

/**
 * Adds homes or records to the list of what is withheld, and deletes all listed rows from what is served and from
 * history, in one transaction. Waits for a running load. Later loads leave listed rows out.
 */
export async function withhold(
  db: Db,
  datasets: readonly WithholdingDataset[],
  named: Named,
  options: Pick<LoadOptions, 'onProgress'>,
  derive: Derive,
): Promise<WithholdResult> {
  const progress = progressOf(datasets[0]!.module, options);
  return withLoadLock(db, progress, 'withhold', async (client) => {
    progress.tell({ phase: 'publish' });
    await beginPublishing(client);
    try {
      await addToList(client, datasets, named);
      const removed = await publishing(client, async () => {
        await forgetWithheld(client);
        const rows = await removeHeldBack(client, datasets);
        if (Object.keys(rows).length > 0)
          await derive(client, (file) => progress.tell({ phase: 'derive', file }));
        return rows;
      });
      await erasePast(client, pastOf(datasets));
      await command(client, 'commit');
      progress.tell({ phase: 'done' });
      return { removed };
    } catch (error) {
      await command(client, 'rollback').catch(() => {});
      throw error;
    }
  });
}

/** What `erasePast` needs to know of datasets. */
export function pastOf(datasets: readonly WithholdingDataset[]) {
  return datasets.map(({ module: { id, withholds }, entry }) => ({
    id,
    withholds,
    table: entry.served.table,
  }));
}

async function addToList(
  client: DbClient,
  datasets: readonly WithholdingDataset[],
  named: Named,
): Promise<void> {
  if ('uprns' in named) {
    await withholdHomes.run(client, { uprns: [...named.uprns] });
    for (const { module, entry } of datasets) await withholdKnown(client, module, entry.served.table);
    return;
  }
  await withholdRecords(client, moduleOf(datasets, named.dataset), named.records);
}

/** The module of a dataset whose records can be withheld one by one. Throws if they cannot. */
export function moduleOf(datasets: readonly WithholdingDataset[], dataset: string): DatasetModule {
  const naming = datasets.map(({ module }) => module).filter(({ withholds }) => withholds!.record);
  const found = naming.find(({ id }) => id === dataset);
  if (found) return found;
  const ids = naming.map(({ id }) => id).join(', ');
  throw new LoadError(
    'refused',
    `Records of ${dataset} cannot be withheld one by one. Of a home withhold its UPRN; records can be named of ${ids}.`,
  );
}

/** Removes withheld rows from all datasets. Returns the number of rows by dataset. Call only inside `publishing`. */
async function removeHeldBack(
  client: DbClient,
  datasets: readonly WithholdingDataset[],
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const { fictional } = await loadedWorlds(client);
  for (const dataset of datasets) {
    const { table, from = table } = dataset.entry.served;
    const { rows, condition } = await countWithheld(client, dataset.module, from);
    if (rows === 0) continue;
    await publishWithout(client, dataset, { rows, condition, fictional });
    removed[dataset.module.id] = rows;
  }
  return removed;
}

/**
 * Publishes a load without rows that removes the withheld ones. Its changes are recorded before the derived tables are
 * updated: they take their place from the home, which the update may delete.
 */
async function publishWithout(
  client: DbClient,
  { module, entry }: WithholdingDataset,
  { rows, condition, fictional }: { rows: number; condition: string; fictional: boolean },
): Promise<void> {
  const { licence } = fictional ? madeUp(entry) : entry;
  // The remaining rows are from earlier loads, so their attribution stays.
  const { attribution } = await lastAttribution.one(client, { dataset: module.id });
  const { id: load_id } = await openLoad.one(client, {
    dataset: module.id,
    uri: fictional ? FICTION + WITHHELD : WITHHELD,
    content_hash: WITHHELD,
    licence,
    attribution,
    replaced: false,
  });
  const table = stagingTable(load_id);
  await createStaging(client, table, module.staging);
  const changes: ChangeLog = { compared: null };
  const staged = { client, beside: null, table, load_id, rows: 0, nulls: {}, replace: false };
  await module.publish({ ...staged, remove: condition, changes });
  await countServed(client, entry, load_id);
  await forgetEmptyLoad.run(client, { load_id });
  await recordPublished(client, load_id, { ...NOTHING, rows_read: rows });
  await recordChanges(client, module.id, load_id, changes);
  await dropStaging(client, table);
  await command(
    client,
    'drop table if exists pg_temp.changed_rows, pg_temp.former_rows, pg_temp.former_listings',
  );
}

const NOTHING = {
  release: null,
  newest_record: null,
  rows_published: 0,
  rows_rejected: 0,
  stated_rows: null,
  reject_reasons: [],
  checks: [],
};
