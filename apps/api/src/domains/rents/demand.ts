import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { firstEnough, ignoreWiden, ladderOf } from '../../location/ladder.ts';
import { geographyOf, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { monthsBefore, wholeMonth } from '../../statistics/dates.ts';
import { confidenceKnown } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, twoDecimals } from '../../statistics/quantiles.ts';
import { feedHoldsStock, lettingsMarket, type MarketRow } from './demand.query.ts';
import { proxiesOf, rankOf, warnOfWholeArea } from './demand-proxies.ts';
import { indexRents } from './evidence.ts';
import { knownMonths, MONTHS } from './known-months.ts';
import { advertisedMarket } from './listings.query.ts';
import { areaSources, MARKET_AREA_DATASETS, marketAreas } from './market-area.ts';
import { segmentOf } from './model.ts';
import { addedByOwnFeed, hasListings, LISTING_FEEDS } from './own-feed.ts';
import { warnOtherAdverts, warnUnplacedAdverts, warnUnplacedLettings } from './unplaced.ts';

type Request = RequestOf<'rents.demand'>;
type Response = ResponseOf<'rents.demand'>;

const DAYS_A_MONTH = 30;
const ADVERTS = { listing_type: 'rent' } as const;

const MARKET_FIELDS = [
  'active_listings',
  'lets_per_month',
  'months_of_inventory',
  'turnover_per_month_pct',
  'median_days_on_market',
  'implied_days_on_market',
  'price_reductions_pct',
  'rating',
] as const;
/** Figures that compare the homes to let with the homes let. */
const STOCK_FIGURES = [
  'months_of_inventory',
  'turnover_per_month_pct',
  'implied_days_on_market',
  'rating',
] as const;
type Market = Pick<Response, (typeof MARKET_FIELDS)[number]>;

/** Cached, because many places share it. */
const holdsStock = cachedRows(feedHoldsStock);

export async function demand(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const place = await resolveLocation(context, query);
  const areas = await marketAreas(context, place);
  const index = await indexRents(context, place, areas, 'proxies');
  const { census, ...proxies } = await proxiesOf(context, place, areas, index, query.bedrooms);
  const widen = query.widen ?? true;
  if (!context.loaded('operator-lettings') && !hasListings(context))
    context.ignore('widen', 'no lettings or listings of your own are loaded');
  else ignoreWiden(context, place);
  const feed =
    (await feedMarket(context, place, widen, query.bedrooms)) ??
    (await advertised(context, place, widen, query.bedrooms));
  if (!feed && proxies.rent_growth_1y_pct === null && proxies.lha_gap_pct === null) {
    throw context.loaded('private-rents') || context.loaded('operator-lettings') || hasListings(context)
      ? notFound(
          'insufficient_data',
          'No loaded source has enough records of demand in this area.',
          unloadedOf(context),
        )
      : notFound(
          'source_not_loaded',
          `No source of demand is loaded: load your own lettings (operator-lettings) or listings (${LISTING_FEEDS.join(', ')}), or private-rents.`,
          unloadedOf(context),
        );
  }
  const known = feed && (await knownMonths(context, feed.basis));
  const market =
    feed && known ? await shown(context, feed, known.months) : nothingOfTheMarket(context, widen);
  const demand_index = await rankOf(context, place, index, segmentOf(query) ?? 'all');
  if (feed && index) warnOfWholeArea(context, index, areas, { ...proxies, demand_index });
  const confidence = feed ? confidenceKnown(feed.row.lets >= 20 ? 'High' : 'Medium', known!.share) : 'Low';
  return {
    ...market,
    proxies,
    demand_index,
    basis: feed?.basis ?? 'proxy',
    meta: context.meta({
      datasets: [
        ...(feed?.sources ?? []),
        ...(index ? ['private-rents', ...areaSources('private-rents', place)] : []),
        ...(proxies.lha_gap_pct === null ? [] : ['lha-rates', ...MARKET_AREA_DATASETS]),
        ...(census === null ? [] : [census]),
        ...(proxies.hmo_licences_per_1000 === null ? [] : ['hmo-register']),
        ...placeSources(place),
      ],
      period: feed
        ? { from: monthsBefore(context.today, MONTHS), to: context.today }
        : index && wholeMonth(index.newest),
      sample_size: feed?.row.lets ?? null,
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      basis: feed?.basis ?? 'proxy',
      geography: feed?.geography ?? index?.geography ?? geographyOf(place, place),
      coverage: (feed?.sources ?? [])
        .filter((id) => context.loaded(id))
        .map((id) => addedByOwnFeed(id, place, feed!.row.lets, confidence)),
    }),
  };
}

function unloadedOf(context: Context) {
  return ['operator-lettings', ...LISTING_FEEDS, 'private-rents']
    .filter((id) => !context.loaded(id))
    .map((id) => ({ field: null, issue: `${id} is not loaded` }));
}

interface Feed {
  row: MarketRow;
  /** Homes advertised now and the number with a reduced rent; null without a feed of listings. */
  offers: { active: number; reduced: number } | null;
  sources: string[];
  basis: 'achieved' | 'asking';
  geography: Schema<'Geography'>;
}

/** Figures from the operator's lettings, with reductions from the operator's listings in the same area. */
async function feedMarket(
  context: Context,
  place: Place,
  widen: boolean,
  bedrooms: number | undefined,
): Promise<Feed | null> {
  if (!context.loaded('operator-lettings')) return null;
  const what = { from: monthsBefore(context.today, MONTHS), to: context.today, bedrooms: bedrooms ?? null };
  const found = await firstEnough(
    ladderOf(place, { widen }),
    (area) => lettingsMarket.one(context.db, area, what),
    (row) => row.lets >= MINIMUM_SAMPLE,
  );
  if (!found.enough) return null;
  await warnUnplacedLettings(context, found.area, { from: what.from, rooms: false, bedrooms });
  const { forgotten } = found.result;
  if (forgotten > 0) {
    const message = `Lettings here that were advertised over twelve months ago, and of which no day says that they were let, do not count as to let: ${forgotten}.`;
    context.warn('old_source', 'active_listings', message);
  }
  const offers = hasListings(context) ? await advertisedMarket.one(context.db, found.area, what) : null;
  if (offers)
    await warnOtherAdverts(context, found.area, { ...ADVERTS, ...what, field: 'price_reductions_pct' });
  return {
    row: found.result,
    offers,
    sources: ['operator-lettings', ...(offers && offers.active > 0 ? LISTING_FEEDS : [])],
    basis: 'achieved',
    geography: geographyOf(place, found.area, found.first),
  };
}

/**
 * The same figures from listings alone, if lettings are absent or too few. A listing's history shows whether it was
 * let.
 */
async function advertised(
  context: Context,
  place: Place,
  widen: boolean,
  bedrooms: number | undefined,
): Promise<Feed | null> {
  if (!hasListings(context)) return null;
  const what = { from: monthsBefore(context.today, MONTHS), to: context.today, bedrooms: bedrooms ?? null };
  const found = await firstEnough(
    ladderOf(place, { widen }),
    (area) => advertisedMarket.one(context.db, area, what),
    (row) => row.lets >= MINIMUM_SAMPLE,
  );
  if (!found.enough) return null;
  await warnUnplacedAdverts(context, found.area, { listing_type: 'rent', bedrooms });
  await warnOtherAdverts(context, found.area, { ...ADVERTS, ...what, field: 'active_listings' });
  return {
    row: found.result,
    offers: found.result,
    sources: LISTING_FEEDS,
    basis: 'asking',
    geography: geographyOf(place, found.area, found.first),
  };
}

async function shown(context: Context, { row, offers, basis }: Feed, known_months: number): Promise<Market> {
  const lets_per_month = row.lets / known_months;
  const holds =
    basis === 'asking' ||
    (await holdsStock(context, { from: monthsBefore(context.today, MONTHS) }))[0]!.holds;
  const stock = holds ? row.active : null;
  if (stock === null) {
    for (const field of ['active_listings', ...STOCK_FIGURES]) {
      context.warn(
        'not_recorded',
        field,
        'The loaded lettings have no home that was advertised in the last twelve months and is still to let.',
      );
    }
  }
  const reductions =
    offers && offers.active >= MINIMUM_SAMPLE ? twoDecimals((offers.reduced / offers.active) * 100) : null;
  if (reductions === null) {
    context.warn(
      offers ? 'insufficient_sample' : 'source_not_loaded',
      'price_reductions_pct',
      offers
        ? `Fewer than ${MINIMUM_SAMPLE} homes are advertised to let here.`
        : `A letting has only one rent: load your listings (${LISTING_FEEDS.join(', ')}) to know reductions.`,
    );
  }
  if (row.timed < MINIMUM_SAMPLE) {
    context.warn(
      'insufficient_sample',
      'median_days_on_market',
      `Fewer than ${MINIMUM_SAMPLE} lets say when they were advertised.`,
    );
  }
  // With no stock, homes are not let in no time: the figures are unknown.
  const months = stock ? stock / lets_per_month : null;
  const turnover = stock ? (lets_per_month / stock) * 100 : null;
  if (stock === 0) {
    for (const field of STOCK_FIGURES)
      context.warn('not_recorded', field, 'None of the loaded homes here is to let at the moment.');
  }
  return {
    active_listings: stock,
    lets_per_month: twoDecimals(lets_per_month),
    months_of_inventory: months === null ? null : twoDecimals(months),
    turnover_per_month_pct: turnover === null ? null : twoDecimals(turnover),
    median_days_on_market: row.timed < MINIMUM_SAMPLE ? null : Math.round(row.median_days!),
    implied_days_on_market: months === null ? null : Math.round(months * DAYS_A_MONTH),
    price_reductions_pct: reductions,
    rating: months === null ? null : months < 4 ? 'landlords' : months <= 6 ? 'balanced' : 'tenants',
  };
}

function nothingOfTheMarket(context: Context, widen: boolean): Market {
  const loaded = context.loaded('operator-lettings') || hasListings(context);
  for (const field of MARKET_FIELDS) {
    context.warn(
      loaded ? 'insufficient_sample' : 'source_not_loaded',
      field,
      loaded
        ? `Fewer than ${MINIMUM_SAMPLE} lets of the loaded feeds lie in the area${widen ? ' or a wider one' : ', and widen is false'}.`
        : `Worked out from your own lettings or listings: load operator-lettings, or one of ${LISTING_FEEDS.join(', ')}.`,
    );
  }
  return Object.fromEntries(MARKET_FIELDS.map((field) => [field, null])) as unknown as Market;
}
