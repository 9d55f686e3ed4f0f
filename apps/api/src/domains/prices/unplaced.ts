import type { Context } from '../../http/handler.ts';
import { countUnplaced, type Reachable, warnUnplaced } from '../../location/unplaced.ts';
import { type saleFilter, unplacedSales } from './sales.query.ts';

/** How many matching sales may lie in an area but cannot be found by it. */
export async function unplacedIn(
  context: Context,
  area: Reachable,
  asked: ReturnType<typeof saleFilter>,
): Promise<number> {
  const { local_authority_code: authority_code } = area;
  return countUnplaced(context, area, unplacedSales, { ...asked, authority_code });
}

/** Warns on `field` how many matching sales may lie in the area but cannot be found by it; returns the number. */
export async function warnUnplacedSales(
  context: Context,
  area: Reachable,
  asked: ReturnType<typeof saleFilter>,
  field: string,
): Promise<number> {
  const unplaced = await unplacedIn(context, area, asked);
  warnUnplaced(context, unplaced, 'sales', field);
  return unplaced;
}
