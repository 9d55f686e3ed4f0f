import type { DatasetId } from '@domesday/datasets/catalogue';
import type { DbClient } from '@domesday/db';
import { followLinks } from './follow.query.ts';
import { linkAll } from './link.ts';
import { matchNewSales, mostUnlinked, placeSales, relinkSales } from './sales.query.ts';

/** Datasets that add spellings of homes and change nothing else that links depend on. */
export const SPELLINGS: DatasetId[] = ['price-paid', 'hmlr-uprn-lookup', 'hmo-register'];

/** What changed since the last build of a table. */
export interface Since {
  /** The recorded inputs of the last build, and the inputs of this one. */
  before: string;
  now: string;
  /**
   * The postcodes in which a spelling of a home changed, which are also in `touched_postcodes`; null = all postcodes.
   */
  respelt: string[] | null;
}

/**
 * Links sales and certificates to homes, as far as changes since the last build require. New sales are linked by
 * look-up and key when they are published, so only the others are passed to the address matcher. In postcodes where
 * spellings of homes changed, all links are made again, since another home may now be the better match.
 */
export async function linkChanged(client: DbClient, since: Since): Promise<void> {
  const relink_all = since.respelt === null;
  if (since.respelt?.length) await followLinks(client);
  const changed = changedIn(since).filter((dataset) => dataset !== 'hmo-register');
  if (!relink_all && changed.length === 0) return;
  if (!relink_all && changed.length === 1 && changed[0] === 'price-paid') {
    const after = loadsIn(since.before).get('price-paid') ?? 0;
    if ((await matchNewSales(client, after)) > 0) await placeSales(client, after);
    return;
  }
  if (relink_all || (await mostUnlinked(client))) await relinkSales(client);
  await linkAll(client, relink_all);
  await placeSales(client, 0);
}

/** Whether only spellings of homes changed, in known postcodes, and nothing else that links depend on. */
export function onlyRespelt(since: Since): boolean {
  return since.respelt !== null && changedIn(since).every((dataset) => SPELLINGS.includes(dataset));
}

function changedIn({ before, now }: Since): DatasetId[] {
  const [old, current] = [loadsIn(before), loadsIn(now)];
  return [...current.keys()].filter((dataset) => current.get(dataset) !== old.get(dataset));
}

/** `address-list:3 price-paid:7 edition:1` as loads by dataset; another edition counts as another load. */
export function loadsIn(inputs: string): Map<DatasetId, number> {
  return new Map(
    inputs
      .split(' ')
      .filter((part) => part !== '')
      .map((part) => {
        const [dataset, load] = part.split(':');
        return [dataset as DatasetId, Number(load)];
      }),
  );
}
