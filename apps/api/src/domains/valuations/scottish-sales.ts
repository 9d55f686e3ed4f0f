import type { RowOf } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { type HomeRow, type OUTCODE_SALES, outcodeSales } from './sale.query.ts';

type Placed = Pick<HomeRow, 'country' | 'postcode'>;

const soldInOutcode = releaseCache<RowOf<typeof OUTCODE_SALES>>();

/** Sales known in the Scottish part of the outcode of a home in Scotland and in the rest of it; null of any other. */
export async function salesByNation(
  context: Context,
  { country, postcode }: Placed,
): Promise<RowOf<typeof OUTCODE_SALES> | null> {
  if (country !== 'Scotland') return null;
  const outcode = postcode.slice(0, postcode.indexOf(' '));
  return soldInOutcode(context, outcode, () => outcodeSales.one(context.db, { outcode }));
}

/** Whether a home lies in Scotland and the prices of its outcode are fitted to sales in England for the most part. */
export async function isFittedInEngland(context: Context, home: Placed): Promise<boolean> {
  const sales = await salesByNation(context, home);
  return sales !== null && sales.others > sales.scottish;
}
