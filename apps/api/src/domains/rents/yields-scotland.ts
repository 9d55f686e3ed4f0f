import type { Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import type { Context } from '../../http/handler.ts';
import { authorityOf, type Place } from '../../location/place.ts';
import { monthsBefore, wholeMonth } from '../../statistics/dates.ts';
import { isPlausibleYield } from '../../statistics/plausible-yield.ts';
import { twoDecimals } from '../../statistics/quantiles.ts';
import { averagePriceNow } from './average-price.ts';
import { lettingsInPlace } from './evidence.query.ts';
import { indexRents, listRents, wider } from './evidence.ts';
import type { MarketArea } from './market-area.ts';
import { warnUnplacedLettings } from './unplaced.ts';
import { type AreaYield, CERTIFICATE_TYPES_ONLY, type RentSide, type YieldAsked } from './yields-model.ts';
import { feedSide, indexSide, listSide } from './yields-rents.ts';

/**
 * The yield where there are no open sale prices: the authority's average in the house price index, with rents of the
 * same type where known. Null if no plausible yield results.
 */
export async function scottishYield(
  context: Context,
  place: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<AreaYield | null> {
  if (!asked.widen || !context.loaded('uk-hpi')) return null;
  const type = segmentType(asked.property_type);
  const codes = authorityCodes(place.local_authority_code);
  const price = await averagePriceNow(context, codes, type, 'median_price');
  if (!price) return null;
  context.warn(
    'not_in_jurisdiction',
    'median_price',
    'Sale prices are not open data in Scotland: the price is the average of the UK House Price Index for the authority.',
  );
  if (asked.bedrooms !== undefined) {
    context.warn(
      'mix_differs',
      'median_price',
      'The price index does not distinguish bedrooms: the figures are of all homes.',
    );
  }
  const authority: Place = { ...authorityOf(place), label: price.area_name };
  const geography = wider(place, price.area_name, 'local_authority');
  const shared = {
    price: price.average_price,
    price_n: null,
    price_basis: 'index' as const,
    price_of: {
      bedrooms: null,
      and_more: false,
      property_type: type as Schema<'Homes'>['property_type'],
      source: 'uk-hpi',
      area: price.area_name,
      period: wholeMonth(price.month),
    },
    prices: [],
    months: price.months,
  };
  const yieldOf = (side: RentSide) => twoDecimals((side.rent_pcm * 1200) / price.average_price);

  const from = monthsBefore(context.today, asked.months);
  const lettings = context.loaded('operator-lettings')
    ? await lettingsInPlace.rows(context.db, authority, { from, to: context.today, rooms: false })
    : [];
  const own = feedSide(lettings, asked, { area: price.area_name, period: { from, to: context.today } });
  const { bedrooms, property_type } = asked;
  if (own) await warnUnplacedLettings(context, authority, { from, rooms: false, bedrooms, property_type });
  if (own && isPlausibleYield(yieldOf(own)))
    return { ...own, ...shared, gross_pct: yieldOf(own), geography, confidence: 'Low' };
  const list = await listRents(context, place, areas);
  const index = await indexRents(context, place, areas, 'rent_pcm');
  const side = (list?.recent ? listSide(list, asked) : null) ?? (index && indexSide(index, asked));
  if (!side || !isPlausibleYield(yieldOf(side))) return null;
  context.warn(
    'different_geography',
    'gross_yield_pct',
    'The price is that of the authority, the rent that of the market area.',
  );
  const months = Math.max(side.months, price.months);
  return { ...side, ...shared, months, gross_pct: yieldOf(side), geography, confidence: 'Low' };
}

function segmentType(property_type: string | undefined): string {
  return property_type === undefined || CERTIFICATE_TYPES_ONLY.includes(property_type)
    ? 'all'
    : property_type;
}
