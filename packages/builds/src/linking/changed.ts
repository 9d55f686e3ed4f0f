import type { DbClient } from '@domesday/db';
import { linkAll } from './link.ts';
import { matchNewSales, mostUnlinked, placeSales, relinkSales } from './sales.query.ts';

/** Datasets that homes and their addresses come from. */
const LISTS = new Set(['address-list', 'epc-domestic']);

/**
 * Links sales and certificates to homes, as far as changes since the last run require. New sales are linked by look-up
 * and key when they are published, so only the rest is passed to the engine; if the lists of homes changed, every link
 * is made anew, since the home that was nearest may have a nearer neighbour now.
 */
export async function linkChanged(client: DbClient, before: string, now: string): Promise<void> {
  const changed = changedIn(before, now);
  if (changed.length === 1 && changed[0] === 'price-paid') {
    const after = loadsIn(before).get('price-paid') ?? 0;
    if ((await matchNewSales(client, after)) > 0) await placeSales(client, after);
    return;
  }
  const anew = homesChanged(before, now);
  if (anew || (await mostUnlinked(client))) await relinkSales(client);
  await linkAll(client, anew);
  await placeSales(client, 0);
}

/** Whether homes may have come, gone or changed their addresses between two sets of loads. */
export function homesChanged(before: string, now: string): boolean {
  return changedIn(before, now).some((dataset) => LISTS.has(dataset));
}

function changedIn(before: string, now: string): string[] {
  const [old, current] = [loadsIn(before), loadsIn(now)];
  return [...current.keys()].filter((dataset) => current.get(dataset) !== old.get(dataset));
}

/** `address-list:3 price-paid:7` as loads by dataset. */
export function loadsIn(inputs: string): Map<string, number> {
  return new Map(
    inputs
      .split(' ')
      .filter((part) => part !== '')
      .map((part) => {
        const [dataset, load] = part.split(':');
        return [dataset!, Number(load)];
      }),
  );
}
