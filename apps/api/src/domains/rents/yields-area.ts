import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { ladderOf } from '../../location/ladder.ts';
import { authorityOf, geographyOf, type Place } from '../../location/place.ts';
import type { Reachable } from '../../location/unplaced.ts';
import { afterCarrying } from '../../statistics/carry.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { isPlausibleYield } from '../../statistics/plausible-yield.ts';
import { twoDecimals } from '../../statistics/quantiles.ts';
import { saleFilter } from '../prices/sales.query.ts';
import { warnOfScottishPart } from '../prices/scottish-part.ts';
import { warnUnplacedSales } from '../prices/unplaced.ts';
import { indexRents, listRents } from './evidence.ts';
import { readLettings } from './ladder-lettings.ts';
import type { MarketArea } from './market-area.ts';
import { warnOtherAdverts, warnUnplacedAdverts, warnUnplacedLettings } from './unplaced.ts';
import type { PriceRow } from './yields.query.ts';
import type { AreaYield, RentSide, YieldAsked } from './yields-model.ts';
import { chosenPrice, pricedHomes, pricesOf } from './yields-prices.ts';
import { feedSide, indexSide, listSide } from './yields-rents.ts';
import { scottishYield } from './yields-scotland.ts';

/**
 * Yield of the narrowest area in which one source of rents and one of prices both have enough records: the operator's
 * own lettings with sales, up the ladder, then the whole market area or authority. Without widening, prices of the
 * place are combined with rents of a wider area, with a warning. Null if no area has both.
 */
export async function areaYield(
  context: Context,
  place: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<AreaYield | null> {
  if (!asked.asking) {
    if (place.country === 'Scotland') return scottishYield(context, place, areas, asked);
    if (!context.loaded('price-paid')) return null;
  }
  const own = await ownLettings(context, place, asked);
  if (own) return own;

  const index = await indexRents(context, place, areas, 'rent_pcm');
  const list = await listRents(context, place, areas);
  // Rents of past years cannot be set against prices of today; valuations.rental has the same rule.
  const listed = list?.recent ? listSide(list, asked) : null;
  const indexed = index && indexSide(index, asked);
  if (!asked.widen) return mismatched(context, place, listed ?? indexed, asked);

  const authority = authorityOf(place);
  const candidates: { side: RentSide; area: Reachable; geography: Schema<'Geography'> }[] = [];
  if (list && listed) {
    const { outcode, local_authority_code } = place;
    const area = { brma_key: list.area.brma_key, outcode, local_authority_code };
    candidates.push({ side: listed, area, geography: list.geography });
  }
  if (index && indexed) candidates.push({ side: indexed, area: authority, geography: index.geography });
  for (const { side, area, geography } of candidates) {
    const prices = await pricesOf(context, area, asked);
    const price = chosenPrice(prices, asked);
    const confidence = afterCarrying('Medium', side.months);
    const found = price && joined(context, asked, side, price, prices, geography, confidence);
    if (!found) continue;
    await warnUnplacedPrices(context, area, asked);
    return found;
  }
  return null;
}

/** Warns of prices that may belong to the area but are not counted. */
async function warnUnplacedPrices(context: Context, area: Reachable, asked: YieldAsked): Promise<void> {
  const { bedrooms, property_type, months } = asked;
  if (asked.asking) {
    const kept_out = { listing_type: 'sale', from: context.today, bedrooms, field: 'median_price' } as const;
    // If a kind is asked for, nobody expects adverts of another kind.
    if (property_type === undefined) await warnOtherAdverts(context, area, kept_out);
    return warnUnplacedAdverts(context, area, { listing_type: 'sale', bedrooms, property_type });
  }
  const filter = saleFilter(
    { property_type },
    { from: monthsBefore(context.today, months), to: context.today },
  );
  if (!('brma_key' in area)) await warnOfScottishPart(context, area, asked.warning_field);
  await warnUnplacedSales(context, area, filter, asked.warning_field);
}

async function ownLettings(context: Context, place: Place, asked: YieldAsked): Promise<AreaYield | null> {
  if (!context.loaded('operator-lettings')) return null;
  const from = monthsBefore(context.today, asked.months);
  const steps = ladderOf(place, { widen: asked.widen });
  const lettingsOf = readLettings(context, steps, { from, rooms: false });
  for (const area of steps) {
    const lettings = await lettingsOf(area);
    const side = feedSide(lettings, asked, { area: area.label, period: { from, to: context.today } });
    if (!side) continue;
    const prices = await pricesOf(context, area, asked);
    const price = chosenPrice(prices, asked);
    const enough = price && price.n >= 20 && (side.n ?? 0) >= 10;
    const geography = geographyOf(place, area, steps[0]);
    const found = price && joined(context, asked, side, price, prices, geography, enough ? 'High' : 'Medium');
    if (!found) continue;
    const { bedrooms, property_type } = asked;
    await warnUnplacedLettings(context, area, { from, rooms: false, bedrooms, property_type });
    await warnUnplacedPrices(context, area, asked);
    return found;
  }
  return null;
}

/** Combines prices of the place itself with rents of a wider area, with a warning. */
async function mismatched(
  context: Context,
  place: Place,
  side: RentSide | null,
  asked: YieldAsked,
): Promise<AreaYield | null> {
  if (!side) return null;
  const [area] = ladderOf(place, { widen: false });
  const prices = await pricesOf(context, area!, asked);
  const price = chosenPrice(prices, asked);
  const found = price && joined(context, asked, side, price, prices, geographyOf(place, area!, area), 'Low');
  if (found) await warnUnplacedPrices(context, area!, asked);
  if (found)
    context.warn(
      'different_geography',
      'gross_yield_pct',
      'The rents are those of a wider area than the prices, since widen is false.',
    );
  return found;
}

/** Combines rents and prices. Null if the yield is implausible, since the two are then not of the same homes. */
function joined(
  context: Context,
  asked: YieldAsked,
  side: RentSide,
  price: PriceRow,
  prices: PriceRow[],
  geography: Schema<'Geography'>,
  confidence: Schema<'Confidence'>,
): AreaYield | null {
  const gross_pct = twoDecimals((side.rent_pcm * 1200) / price.median);
  if (!isPlausibleYield(gross_pct)) return null;
  return {
    ...side,
    gross_pct,
    price: price.median,
    price_n: price.n,
    price_basis: asked.asking ? 'asking' : 'achieved',
    price_of: pricedHomes(context, asked, geography.used),
    prices,
    geography,
    confidence,
  };
}
