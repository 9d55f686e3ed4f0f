import { command, type Db, type DbClient } from '@domesday/db';
import { attributionUnloaded } from './attribution.ts';
import { forgetChangesOf, MOST_CHANGES, recordChanges } from './changes.query.ts';
import { FICTION, loadedWorlds } from './fiction.query.ts';
import type { Derive } from './load.ts';
import { withLoadLock } from './load-lock.ts';
import { progressOf } from './progress.ts';
import { beginPublishing, publishing } from './rebuild.query.ts';
import { lastRead, openLoad, recordPublished } from './record.query.ts';
import { forgetRejects } from './rejects.query.ts';
import { countServed, lastCounted } from './served.query.ts';
import { createStaging, dropStaging, stagingTable } from './staging.query.ts';
import type { CatalogueEntry, ChangeLog, DatasetModule, LoadOptions } from './types.ts';

export interface RemoveOptions extends Pick<LoadOptions, 'onProgress'> {
  /** Also deletes the dataset's entries in the feed of changes. */
  past?: boolean;
}

export interface RemoveResult {
  dataset: string;
  /** `absent`: the dataset was never loaded, or is removed already. */
  status: 'removed' | 'absent';
  /** The id of the load that records the removal; null if the dataset was never loaded. */
  load_id: number | null;
  rows_removed: number;
}

/**
 * Removes a dataset from what is served. The removal is published like a load without rows that replaces everything, in
 * one transaction with the derived tables. The texts of refused rows are deleted too. Waits for a running load.
 */
export async function removeDataset(
  db: Db,
  dataset: DatasetModule,
  entry: CatalogueEntry,
  { past = false, ...options }: RemoveOptions,
  derive: Derive,
): Promise<RemoveResult> {
  const { id } = dataset;
  const progress = progressOf(dataset, options);
  return withLoadLock(db, progress, `remove ${id}`, async (client) => {
    progress.tell({ phase: 'publish' });
    await beginPublishing(client);
    try {
      const forgotten = past ? await forgetChangesOf.run(client, { dataset: id }) : 0;
      const last = await lastRead.first(client, { dataset: id });
      // A load that reads no rows is never published, so a published load without rows is a removal.
      const absent = last === null || last.rows_read === 0;
      const outcome = absent
        ? { status: 'absent' as const, load_id: last?.id ?? null, rows_removed: 0 }
        : await publishing(client, () => publishNothing(client, dataset, entry, { past, progress, derive }));
      if (absent && forgotten > 0) await recordChanges(client, id, last!.id, null);
      await command(client, 'commit');
      progress.tell({ phase: 'done' });
      return { dataset: id, ...outcome };
    } catch (error) {
      await command(client, 'rollback').catch(() => {});
      throw error;
    }
  });
}

interface Removal {
  past: boolean;
  progress: ReturnType<typeof progressOf>;
  derive: Derive;
}

/** Publishes the empty load. Call only inside `publishing`. */
async function publishNothing(
  client: DbClient,
  dataset: DatasetModule,
  entry: CatalogueEntry,
  { past, progress, derive }: Removal,
) {
  const { id } = dataset;
  const { fictional } = await loadedWorlds(client);
  const { id: load_id } = await openLoad.one(client, {
    dataset: id,
    uri: fictional ? `${FICTION}removed` : 'removed',
    content_hash: 'removed',
    licence: entry.licence,
    attribution: attributionUnloaded(entry),
    replaced: true,
  });
  const table = stagingTable(load_id);
  await createStaging(client, table, dataset.staging);
  const rows_removed = (await lastCounted(client, id))?.rows ?? 0;
  const changes: ChangeLog | null = !past && rows_removed <= MOST_CHANGES ? { compared: null } : null;
  const staged = { client, beside: null, table, load_id, rows: 0, nulls: {}, replace: true, changes };
  await dataset.publish(staged);
  await countServed(client, entry, load_id);
  await recordPublished(client, load_id, NOTHING);
  await derive(client, (file) => progress.tell({ phase: 'derive', file }));
  await recordChanges(client, id, load_id, changes);
  await forgetRejects.run(client, { dataset: id });
  await dropStaging(client, table);
  return { status: 'removed' as const, load_id, rows_removed };
}

const NOTHING = {
  release: null,
  newest_record: null,
  rows_read: 0,
  rows_published: 0,
  rows_rejected: 0,
  stated_rows: null,
  reject_reasons: [],
  checks: [],
};
