import { join } from 'node:path';
import { rebuildDerived } from '@domesday/builds/derived';
import { load } from '@domesday/builds/load';
import { buildMarket } from '@domesday/builds/packed-sales/build';
import { buildValuations } from '@domesday/builds/valuations/build';
import { datasetIds } from '@domesday/datasets/catalogue';
import { type Db, inTransaction } from '@domesday/db';
import { removeTemporary, temporaryFolder } from '@domesday/files/temporary-folder';
import { publishing } from '@domesday/loading/rebuild.query';
import { writeSandbox } from '@domesday/sandbox';
import { valuationsFitted } from './load.query.ts';

/** Whether the fictional country is completely loaded. An interrupted load may be run again. */
export async function isWhole(db: Db): Promise<boolean> {
  return (await valuationsFitted.one(db)).fitted;
}

/**
 * Writes the fictional country to a temporary folder and loads all its datasets that have a loader (or the named ones),
 * by the same loaders as any other file. `onStep` is called with the name of each step as it begins. Returns the number
 * of rows published.
 */
export async function loadSandbox(
  db: Db,
  options: { home?: string; datasets?: readonly string[]; onStep?: (step: string) => void } = {},
): Promise<number> {
  const { onStep = () => {} } = options;
  const folder = await temporaryFolder('sandbox');
  try {
    const manifest = await writeSandbox(folder, { datasets: options.datasets ?? datasetIds });
    let rows = 0;
    for (const { dataset, path, mapping } of manifest.files) {
      onStep(dataset);
      const home = options.home ?? join(folder, 'home');
      const result = await load(db, dataset, [path], {
        home,
        skipDerived: true,
        fictional: true,
        ...(mapping ? { mapping } : {}),
      });
      rows += result.rows_published;
    }
    await inTransaction(db, (client) => publishing(client, () => rebuildDerived(client, onStep)));
    onStep('valuations');
    await buildValuations(db, { today: new Date().toISOString().slice(0, 10) });
    onStep('prices of areas');
    await buildMarket(db);
    return rows;
  } finally {
    await removeTemporary(folder);
  }
}
