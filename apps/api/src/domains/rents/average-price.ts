import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { carriedMonths } from '../../statistics/carry.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { averagePrices, type PriceIndexRow } from './yields.query.ts';

const MONTHS_READ = 36;
/** The months of one authority take about 5 kB. */
const MOST_AUTHORITIES = 1000;

/** Average prices of an authority, oldest first. */
export const pricesOfAuthority = cachedRows(averagePrices, MOST_AUTHORITIES);

/**
 * The newest average price of an authority in the house price index, with the number of months that it is carried. Null
 * if there is none, or if it is too old to carry to today; then a warning on `field`.
 */
export async function averagePriceNow(
  context: Context,
  codes: string[],
  type: string,
  field: string,
): Promise<(PriceIndexRow & { months: number }) | null> {
  const rows = await pricesOfAuthority(context, {
    codes,
    property_type: type,
    from: monthsBefore(context.today, MONTHS_READ),
  });
  const newest = rows.at(-1);
  if (!newest) return null;
  const index = { id: 'uk-hpi', area: newest.area_name, data_month: newest.month };
  const months = carriedMonths(context, field, index);
  return months === null ? null : { ...newest, months };
}
