import { catalogueEntry, type DatasetId, datasetIds } from '@domesday/datasets/catalogue';
import { registry } from '@domesday/datasets/registry';
import { type Db, inTransaction } from '@domesday/db';
import { deriveOnly, loadDataset } from '@domesday/loading/load';
import { takeLoadLockForTransaction } from '@domesday/loading/load-lock';
import type { OnWait } from '@domesday/loading/lock-holder';
import { type RemoveOptions, type RemoveResult, removeDataset } from '@domesday/loading/remove';
import { LoadError, type LoadOptions, type LoadResult } from '@domesday/loading/types';
import {
  moduleOf,
  type Named,
  pastOf,
  type WithholdResult,
  withhold as withholdNamed,
} from '@domesday/loading/withhold';
import { erasePast, showHomes, showRecords } from '@domesday/loading/withhold.query';
import { pendingDerived, rebuildDerived } from './derived.ts';

/**
 * Loads files of one dataset: paths, folders or http(s) addresses, plain, gz, xz, zip, tar, tar.gz or tar.xz. The same
 * content twice is `unchanged`. A refused row is counted and stored in dataset_rejects. Throws LoadError if nothing
 * was published; then the previous data are still served.
 */
export async function load(
  db: Db,
  dataset: string,
  uris: string[],
  options: LoadOptions = {},
): Promise<LoadResult> {
  const { module, entry } = known(dataset);
  if (uris.length === 0)
    throw new LoadError('not_found', 'Name at least one file, folder or address to load.');
  return loadDataset(db, module, entry, uris, options, rebuildDerived);
}

/** Stops serving a dataset, see `removeDataset`. Statistics and values are computed again by the next `build`. */
export async function remove(db: Db, dataset: string, options: RemoveOptions = {}): Promise<RemoveResult> {
  const { module, entry } = known(dataset);
  return removeDataset(db, module, entry, options, rebuildDerived);
}

const withholding = datasetIds
  .map((id) => ({ module: registry[id], entry: catalogueEntry(id)! }))
  .filter(({ module }) => module.withholds);

/**
 * Withholds homes or records from now on, see `withhold` in packages/loading. The next `build` computes values again.
 */
export async function withhold(
  db: Db,
  named: Named,
  options: Pick<LoadOptions, 'onProgress'> = {},
): Promise<WithholdResult> {
  return withholdNamed(db, withholding, named, options, rebuildDerived);
}

/**
 * Removes homes or records from the list of withheld ones. They are served again once files with them are loaded.
 * Returns how many were on the list.
 */
export async function withholdNoMore(db: Db, named: Named): Promise<number> {
  return inTransaction(db, (client) =>
    'uprns' in named
      ? showHomes.run(client, { uprns: [...named.uprns] })
      : showRecords(client, moduleOf(withholding, named.dataset), named.records),
  );
}

/** Deletes withheld rows that a build wrote again because they were withheld while the build ran. */
export async function eraseWithheld(db: Db, onWait?: OnWait): Promise<void> {
  await inTransaction(db, async (client) => {
    await takeLoadLockForTransaction(db, client, { what: 'build', onWait });
    await erasePast(client, pastOf(withholding));
  });
}

function known(dataset: string) {
  const module = Object.hasOwn(registry, dataset) ? registry[dataset as DatasetId] : undefined;
  const entry = catalogueEntry(dataset);
  if (module && entry) return { module, entry };
  throw new LoadError(
    'unknown_dataset',
    `There is no dataset ${dataset}. There are: ${datasetIds.join(', ')}.`,
  );
}

/**
 * Updates the tables derived from loaded data that are out of date, after loads that skipped them (`skipDerived`) or
 * ended before they were built. Returns the names of these tables.
 */
export async function derivePending(
  db: Db,
  options: Pick<LoadOptions, 'onProgress'> = {},
): Promise<string[]> {
  const pending = await pendingDerived(db);
  if (pending.length > 0) await deriveOnly(db, registry['price-paid'], options, rebuildDerived);
  return pending;
}
