import { type Db, inTransaction } from '@domesday/db';
import { builtFrom, publishedInputs, recordBuild } from '../pipeline/derived.query.ts';
import { publishing } from '../pipeline/rebuild.query.ts';
import { takeLoadLockForTransaction } from '../pipeline/record.query.ts';
import { gatherCertificates, packMonths, packSquares } from './build.query.ts';

export const MARKET_BUILD = 'market';
/** Whatever changes a sale, its link, its place or its certificate. */
export const MARKET_INPUTS = [
  'price-paid',
  'hmlr-uprn-lookup',
  'epc-domestic',
  'address-list',
  'os-open-uprn',
  'code-point-open',
  'onspd',
  'brma-lookup',
  'brma-boundaries',
];

export interface MarketBuilt {
  /** False where nothing was loaded since the last time. */
  built: boolean;
  seconds: number;
}

/**
 * Packs the sales for the statistics of areas and puts them in place whole. An answer uses them only while they
 * are of the very loads that are served, else it reads the sales themselves. A load and this exclude each other:
 * it reads the sales for as long as it runs, and a load would have to take their table from under it.
 */
export async function buildMarket(db: Db): Promise<MarketBuilt> {
  const began_ms = performance.now();
  const built = await inTransaction(db, async (client) => {
    await takeLoadLockForTransaction(client);
    const inputs = await publishedInputs(client, MARKET_INPUTS);
    if ((await builtFrom(client, MARKET_BUILD)) === inputs) return false;
    await publishing(client, async () => {
      await client.query("set local work_mem = '256MB'");
      await gatherCertificates(client);
      await packMonths(client);
      await packSquares(client);
      await recordBuild(client, MARKET_BUILD, inputs);
    });
    return true;
  });
  return { built, seconds: built ? (performance.now() - began_ms) / 1000 : 0 };
}
