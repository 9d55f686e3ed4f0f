import type { DatasetId } from '@domesday/datasets/catalogue';
import type { DbClient } from '@domesday/db';
import { followLinks } from './follow.query.ts';
import { linkAll } from './link.ts';
import { matchNewSales, mostUnlinked, placeSales, relinkSales } from './sales.query.ts';

/** Datasets that give homes other spellings, and change nothing else that a link depends on. */
export const SPELLINGS: DatasetId[] = ['price-paid', 'hmlr-uprn-lookup', 'hmo-register'];

/** What a build follows. */
export interface Since {
  /** The loads of the last build, and those of this one. */
  before: string;
  now: string;
  /**
   * The postcodes in which a home got, lost or changed a spelling, also in `touched_postcodes`; null stands for all.
   */
  respelt: string[] | null;
}

/**
 * Links sales and certificates to homes, as far as changes since the last run require. New sales are linked by look-up
 * and key when they are published, so only the rest is passed to the engine. Where spellings of homes changed, the
 * links of their postcodes are made anew, since the home that was nearest may have a nearer neighbour now.
 */
export async function linkChanged(client: DbClient, since: Since): Promise<void> {
  const anew = since.respelt === null;
  if (since.respelt?.length) await followLinks(client);
  const changed = changedIn(since).filter((dataset) => dataset !== 'hmo-register');
  if (!anew && changed.length === 0) return;
  if (!anew && changed.length === 1 && changed[0] === 'price-paid') {
    const after = loadsIn(since.before).get('price-paid') ?? 0;
    if ((await matchNewSales(client, after)) > 0) await placeSales(client, after);
    return;
  }
  if (anew || (await mostUnlinked(client))) await relinkSales(client);
  await linkAll(client, anew);
  await placeSales(client, 0);
}

/** Whether some homes have other spellings, in few postcodes, and nothing else changed that a link depends on. */
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
