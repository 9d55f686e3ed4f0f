import type { RowOf } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { type HomeRow, type OUTCODE_SALES, outcodeSales } from './sale.query.ts';

type Placed = Pick<HomeRow, 'country' | 'postcode'>;

const soldInOutcode = releaseCache<RowOf<typeof OUTCODE_SALES>>();

/**
 * Number of sales loaded in the Scottish part and in the rest of a Scottish home's outcode; null for a home elsewhere.
 */
export async function salesByNation(
  context: Context,
  { country, postcode }: Placed,
): Promise<RowOf<typeof OUTCODE_SALES> | null> {
  if (country !== 'Scotland') return null;
  const outcode = postcode.slice(0, postcode.indexOf(' '));
  return soldInOutcode(context, outcode, () => outcodeSales.one(context.db, { outcode }));
}

/** Whether a home lies in Scotland but the prices of its outcode are mostly fitted to sales in England. */
export async function isFittedInEngland(context: Context, home: Placed): Promise<boolean> {
  const sales = await salesByNation(context, home);
  return sales !== null && sales.others > sales.scottish;
}
