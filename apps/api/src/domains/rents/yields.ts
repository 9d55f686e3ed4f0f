import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { andMore, bedroomCount, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import type { Period } from '../../statistics/dates.ts';
import { PLAUSIBLE_YIELD_PCT } from '../../statistics/plausible-yield.ts';
import { MINIMUM_SAMPLE, twoDecimals } from '../../statistics/quantiles.ts';
import { areaSources, givesMarketAreas, marketAreas, warnIfSeveral } from './market-area.ts';
import { addedByOwnFeed, hasListings, LISTING_FEEDS, MONTHS, warnOfNarrowing } from './own-feed.ts';
import { areaYield } from './yields-area.ts';
import { historyOf } from './yields-history.ts';
import { confidenceOfYield } from './yields-known.ts';
import type { AreaYield, YieldAsked } from './yields-model.ts';
import { noYield, OF_SOLD_HOMES } from './yields-refused.ts';

type Request = RequestOf<'rents.yields'>;
type Response = ResponseOf<'rents.yields'>;

export async function yields(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const place = await resolveLocation(context, query);
  const asking = query.price_basis === 'asking';
  if (asking && !hasListings(context)) {
    throw notFound(
      'source_not_loaded',
      `Asking prices come from your own listings: load one of ${LISTING_FEEDS.join(', ')}, or use price_basis=sold.`,
      LISTING_FEEDS.map((id) => ({ field: 'price_basis', issue: `${id} is not loaded` })),
    );
  }
  const areas = await marketAreas(context, place);
  const asked = {
    ...query,
    months: query.months ?? MONTHS,
    widen: query.widen ?? true,
    asking,
    warning_field: 'price_sample',
  };
  const found = await areaYield(context, place, areas, asked);
  if (!found) throw await noYield(context, place, areas, asked);
  if (givesMarketAreas(found.dataset, place)) warnIfSeveral(context, areas);
  warnOfBasis(context, found, asked);
  if (found.dataset !== 'operator-lettings' && found.price_basis !== 'achieved')
    await warnOfNarrowing(
      context,
      ['months'],
      'neither the rents nor the prices are of a period that can be chosen',
      async (silent) => {
        const without = await areaYield(silent, place, areas, { ...asked, months: MONTHS });
        return without?.dataset === 'operator-lettings';
      },
    );
  const confidence = await confidenceOfYield(context, found);
  const cost_pct = query.cost_pct ?? 25;
  const history = await historyOf(context, place, areas, found);
  return {
    gross_yield_pct: {
      point: found.gross_pct,
      low: found.low === null ? null : twoDecimals((found.low * 1200) / found.price),
      high: found.high === null ? null : twoDecimals((found.high * 1200) / found.price),
    },
    net_yield_pct: twoDecimals(found.gross_pct * (1 - cost_pct / 100)),
    median_price: twoDecimals(found.price),
    rent_pcm: found.rent_pcm,
    price_sample: found.price_n,
    rent_sample: found.n,
    rent_of: found.of,
    price_of: found.price_of,
    by_bedrooms: byBedrooms(context, found),
    history,
    assumptions: { rent_basis: found.basis, price_basis: found.price_basis, cost_pct },
    currency: 'GBP',
    meta: context.meta({
      datasets: sourcesOf(place, found, asked, history.length > 0),
      period: bothPeriods(found),
      sample_size: found.price_n,
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      basis: asking
        ? 'asking'
        : found.basis === 'achieved' && found.price_basis === 'achieved'
          ? 'achieved'
          : 'index',
      geography: found.geography,
      coverage:
        found.dataset === 'operator-lettings'
          ? [addedByOwnFeed(found.dataset, place, found.n ?? 0, confidence)]
          : [],
    }),
  };
}

/** From the first to the last day of rents and prices together; `rent_of` and `price_of` have their own periods. */
function bothPeriods({ of, price_of }: AreaYield): Period {
  const days = [of.period, price_of.period].flatMap(({ from, to }) => [from, to]).sort();
  return { from: days[0]!, to: days.at(-1)! };
}

function byBedrooms(context: Context, found: AreaYield): Response['by_bedrooms'] {
  const rows = [...found.by_bedrooms].map(([bedrooms, rent]) => {
    const price = found.prices.find((row) => row.bedrooms === bedrooms);
    const enough = price !== undefined && price.n >= MINIMUM_SAMPLE;
    const pct = enough ? twoDecimals((rent * 1200) / price.median) : null;
    const implausible = pct !== null && pct > PLAUSIBLE_YIELD_PCT;
    if (implausible)
      context.warn(
        'not_recorded',
        'by_bedrooms',
        `Of ${bedroomCount(bedrooms)} the rent would be over ${PLAUSIBLE_YIELD_PCT} per cent of the price a year: the two are not of the same homes.`,
      );
    return {
      bedrooms,
      rent_and_more: found.of.source === 'private-rents' && andMore('private-rents', bedrooms),
      gross_yield_pct: implausible ? null : pct,
      price_sample: price?.n ?? 0,
      modelled: found.price_basis !== 'asking',
    };
  });
  if (rows.length > 0 && rows.every((row) => row.price_sample < MINIMUM_SAMPLE))
    warnOfNoPrices(context, found);
  return rows;
}

/**
 * Warns why no yield by bedrooms is known although rents are. If the price comes from an index, that warning exists
 * already.
 */
function warnOfNoPrices(context: Context, { price_basis }: AreaYield): void {
  if (price_basis === 'index') return;
  const sold = price_basis === 'achieved';
  if (sold && !context.loaded('epc-domestic'))
    context.warn('source_not_loaded', 'by_bedrooms', `${OF_SOLD_HOMES}: load epc-domestic.`);
  else {
    const few = `fewer than ${MINIMUM_SAMPLE} ${sold ? 'sales' : 'homes for sale'} of any number are known here`;
    context.warn(
      'insufficient_sample',
      'by_bedrooms',
      sold ? `${OF_SOLD_HOMES}: ${few}.` : `By bedrooms ${few}.`,
    );
  }
}

/** Warns of differences between the homes behind the rents and those behind the prices. */
function warnOfBasis(context: Context, found: AreaYield, asked: YieldAsked): void {
  if (found.basis === 'index') {
    context.warn(
      'stock_mean',
      'rent_pcm',
      'The rent is a mean over all tenancies, the price a median of sales.',
    );
  }
  if (asked.asking)
    context.warn('asking_prices', 'median_price', 'The price is what sellers ask now, not what was paid.');
  if (found.of.source === 'lha-list-of-rents' || found.of.source === 'private-rents')
    warnOtherBedrooms(context, found.of.source, asked.bedrooms, 'rent_pcm');
  if (found.price_of.source === 'price-paid')
    warnOtherBedrooms(context, 'epc-domestic', asked.bedrooms, 'median_price');
  if (found.by_bedrooms.size === 0)
    context.warn(
      found.of.source === 'private-rents' ? 'not_recorded' : 'insufficient_sample',
      'by_bedrooms',
      found.of.source === 'private-rents'
        ? 'The index of private rents gives bedrooms and kinds of dwelling apart, not together.'
        : `Fewer than ${MINIMUM_SAMPLE} lettings of any number of bedrooms.`,
    );
  warnUnlike(context, found.of, found.price_of);
  if (asked.bedrooms === undefined && asked.property_type === undefined) {
    context.warn(
      'mix_differs',
      'gross_yield_pct',
      'All homes together: rented homes are smaller than sold ones on the whole. Ask by bedrooms for like with like.',
    );
  }
}

/** Warns if rent and price are of different homes. */
function warnUnlike(context: Context, rent: Schema<'Homes'>, price: Schema<'Homes'>): void {
  const differ = (['bedrooms', 'and_more', 'property_type'] as const).some((key) => rent[key] !== price[key]);
  if (!differ) return;
  const words = (homes: Schema<'Homes'>) => {
    const bedrooms = homes.bedrooms === null ? 'all bedrooms' : bedroomCount(homes.bedrooms);
    const kind = homes.property_type === 'all' ? 'all kinds' : `kind ${homes.property_type}`;
    return `${bedrooms}${homes.and_more ? ' and more' : ''}, ${kind}`;
  };
  const message = `The rent is of homes of ${words(rent)}; the price of homes of ${words(price)}.`;
  context.warn('unlike_parts', 'gross_yield_pct', message);
}

function sourcesOf(place: Place, found: AreaYield, asked: YieldAsked, history: boolean): string[] {
  const ids = [
    ...(asked.asking ? LISTING_FEEDS : [found.price_basis === 'index' ? 'uk-hpi' : 'price-paid']),
    found.dataset,
    ...(found.prices.length > 1 && !asked.asking ? ['epc-domestic', 'hmlr-uprn-lookup'] : []),
    ...(history ? ['private-rents', 'uk-hpi'] : []),
    ...areaSources(found.dataset, place),
    ...placeSources(place),
  ];
  return [...new Set(ids)];
}
