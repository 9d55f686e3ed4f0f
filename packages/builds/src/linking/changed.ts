import type { DbClient } from '@domesday/db';
import { linkAll } from './link.ts';
import { matchNewSales, mostUnlinked, placeSales, relinkSales } from './sales.query.ts';

/**
 * Links sales and certificates to homes, as far as changes since the last run require. New sales are linked by look-up
 * and key when they are published, so only the rest is passed to the engine; if addresses or the look-up changed,
 * every link is checked.
 */
export async function linkChanged(client: DbClient, before: string, now: string): Promise<void> {
  const [old, current] = [loadsIn(before), loadsIn(now)];
  const changed = [...current.keys()].filter((dataset) => current.get(dataset) !== old.get(dataset));
  if (changed.length === 1 && changed[0] === 'price-paid') {
    const after = old.get('price-paid') ?? 0;
    if ((await matchNewSales(client, after)) > 0) await placeSales(client, after);
    return;
  }
  if (await mostUnlinked(client)) await relinkSales(client);
  await linkAll(client);
  await placeSales(client, 0);
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
