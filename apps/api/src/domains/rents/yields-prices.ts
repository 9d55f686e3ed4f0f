import { NO_BEDROOMS, type SaleColumns } from '@domesday/builds/packed-sales/records';
import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { bedroomsIn, FIVE_AND_MORE } from '../../statistics/bedrooms.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { MINIMUM_SAMPLE, medianOf } from '../../statistics/quantiles.ts';
import { isPacked, packedSales } from '../prices/packed.ts';
import { groupsIn, valuesOf } from '../prices/sale-columns.ts';
import { medianAskingPrices } from './listings.query.ts';
import { medianPrices, type PriceRow, type SalesArea } from './yields.query.ts';
import type { YieldAsked } from './yields-model.ts';

export async function pricesOf(context: Context, area: SalesArea, asked: YieldAsked): Promise<PriceRow[]> {
  const period = { from: monthsBefore(context.today, asked.months), to: context.today };
  const { property_type } = asked;
  if (asked.asking) return medianAskingPrices(context.db, area, property_type);
  const by_bedrooms = context.loaded('epc-domestic');
  if (!isPacked(context, area))
    return medianPrices(context.db, area, { ...period, property_type, by_bedrooms });
  if (property_type === 'other') return [];
  return mediansOf((await packedSales(context, area, { property_type }, period)).sales, by_bedrooms);
}

/** The same rows as `medianPrices`, computed from packed sales. */
function mediansOf({ prices, bedrooms }: SaleColumns, by_bedrooms: boolean): PriceRow[] {
  const row = (bedrooms: number | null, values: Float64Array): PriceRow[] =>
    values.length === 0 ? [] : [{ bedrooms, n: values.length, median: medianOf(values) }];
  const known = by_bedrooms ? groupsIn(bedrooms).filter((n) => n !== NO_BEDROOMS) : [];
  return [...row(null, prices), ...known.flatMap((n) => row(n, valuesOf(prices, bedrooms, n)))];
}

export function chosenPrice(prices: PriceRow[], asked: YieldAsked): PriceRow | null {
  const bedrooms = pricedBedrooms(asked);
  const row = prices.find((price) => price.bedrooms === bedrooms);
  return row && row.n >= MINIMUM_SAMPLE ? row : null;
}

/** The bedrooms whose price answers: those asked for or, for sold homes, the nearest class that certificates have. */
function pricedBedrooms({ asking, bedrooms }: YieldAsked): number | null {
  if (bedrooms === undefined) return null;
  return asking ? bedrooms : bedroomsIn('epc-domestic', bedrooms);
}

/** The homes that the price of `chosenPrice` is for. */
export function pricedHomes(context: Context, asked: YieldAsked, area: string): Schema<'Homes'> {
  const bedrooms = pricedBedrooms(asked);
  return {
    bedrooms,
    and_more: bedrooms === FIVE_AND_MORE,
    property_type: asked.property_type ?? 'all',
    source: asked.asking ? 'listings' : 'price-paid',
    area,
    period: asked.asking
      ? { from: context.today, to: context.today }
      : { from: monthsBefore(context.today, asked.months), to: context.today },
  };
}
