import { command, type Db, inTransaction } from '@domesday/db';
import { takeLoadLockForTransaction } from '@domesday/loading/load-lock';
import type { OnWait } from '@domesday/loading/lock-holder';
import { publishing } from '@domesday/loading/rebuild.query';
import { builtFrom, publishedInputs, recordBuild } from '../derived.query.ts';
import { withEdition } from '../editions.ts';
import { gatherCertificates, packMonths, packSquares } from './build.query.ts';
import { medianPrices } from './median-prices.query.ts';
import { MARKET_BUILD, MARKET_INPUTS } from './records.ts';

export interface MarketBuilt {
  /** False if nothing was loaded since the last build. */
  built: boolean;
  seconds: number;
}

/**
 * Packs the sales for the statistics of areas and replaces the old packed tables in one transaction. Answers use packed
 * tables only if they were built from the loads that are served; otherwise they read the sales table. The build holds
 * the load lock, since it reads the sales while it runs and a load would replace their table.
 */
export async function buildMarket(db: Db, onWait?: OnWait): Promise<MarketBuilt> {
  const began_ms = performance.now();
  const built = await inTransaction(db, async (client) => {
    await takeLoadLockForTransaction(db, client, { what: 'build', onWait });
    const inputs = withEdition(MARKET_BUILD, await publishedInputs(client, MARKET_INPUTS));
    if ((await builtFrom(client, MARKET_BUILD)) === inputs) return false;
    await publishing(client, async () => {
      await command(client, "set local work_mem = '256MB'");
      await gatherCertificates(client);
      await packMonths(client);
      await packSquares(client);
      await medianPrices(client);
      await recordBuild.run(client, { name: MARKET_BUILD, inputs });
    });
    return true;
  });
  return { built, seconds: built ? (performance.now() - began_ms) / 1000 : 0 };
}
