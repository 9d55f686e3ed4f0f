import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/release-cache.ts';
import { firstEnough, ignoreWiden, ladderOf } from '../../location/ladder.ts';
import { geographyOf, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { bedroomsIn, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { monthsBefore, wholeMonth } from '../../statistics/dates.ts';
import { confidenceKnown } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, twoDecimals } from '../../statistics/quantiles.ts';
import { figuresOf } from '../location/profile.query.ts';
import { authorityName } from '../planning/applications.query.ts';
import {
  feedHoldsStock,
  growthRank,
  lettingsMarket,
  licencesInForce,
  type MarketRow,
} from './demand.query.ts';
import { MONTHS, monthsTold } from './demand-told.ts';
import { currentAllowance, type IndexRents, indexRents } from './evidence.ts';
import { advertisedMarket } from './listings.query.ts';
import { knowsMarketAreas, MARKET_AREA_DATASETS, type MarketArea, marketAreas } from './market-area.ts';
import { categoryOf, segmentOf } from './model.ts';
import { addedByOwnFeed, hasListings, LISTING_FEEDS } from './own-feed.ts';
import { warnUnplacedAdverts, warnUnplacedLettings } from './unplaced.ts';

type Request = RequestOf<'rents.demand'>;
type Response = ResponseOf<'rents.demand'>;

const DAYS_A_MONTH = 30;
/** Least number of areas for a rank to be given. */
const AREAS_FOR_A_RANK = 20;
/** Bedrooms whose allowance is compared with the rent if the request names none. */
const USUAL_BEDROOMS = 2;
const CENSUSES = ['census-2021', 'census-2022'];

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
type Market = Pick<Response, (typeof MARKET_FIELDS)[number]>;

// What is told of a whole authority or feed, which many places share.
const tenureOf = cachedRows(figuresOf);
const licencesOf = cachedRows(licencesInForce);
const nameOf = cachedRows(authorityName);
const rankOfGrowth = cachedRows(growthRank);
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
  const told = feed && (await monthsTold(context, feed.basis));
  const market = feed && told ? await shown(context, feed, told.months) : nothingOfTheMarket(context, widen);
  const demand_index = await rankOf(context, index, segmentOf(query) ?? 'all');
  if (feed && index) tellOfWholeArea(context, index, areas, { ...proxies, demand_index });
  const confidence = feed ? confidenceKnown(feed.row.lets >= 20 ? 'High' : 'Medium', told!.share) : 'Low';
  return {
    ...market,
    proxies,
    demand_index,
    basis: feed?.basis ?? 'proxy',
    meta: context.meta({
      datasets: [
        ...(feed?.sources ?? []),
        ...(index ? ['private-rents'] : []),
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
  await warnUnplacedLettings(context, found.area, { from: what.from, rooms: false });
  const offers = hasListings(context) ? await advertisedMarket.one(context.db, found.area, what) : null;
  return {
    row: found.result,
    offers,
    sources: ['operator-lettings', ...(offers && offers.active > 0 ? LISTING_FEEDS : [])],
    basis: 'achieved',
    geography: geographyOf(place, found.area, found.first),
  };
}

/**
 * The same from listings only, if lettings are absent or too few: a listing's history shows whether it was let.
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
  await warnUnplacedAdverts(context, found.area, 'rent');
  return {
    row: found.result,
    offers: found.result,
    sources: LISTING_FEEDS,
    basis: 'asking',
    geography: geographyOf(place, found.area, found.first),
  };
}

async function shown(context: Context, { row, offers, basis }: Feed, told: number): Promise<Market> {
  const lets_per_month = row.lets / told;
  const holds = basis === 'asking' || (await holdsStock(context, {}))[0]!.holds;
  const stock = holds ? row.active : null;
  if (stock === null) {
    for (const field of MARKET_FIELDS) {
      if (field === 'lets_per_month' || field === 'median_days_on_market' || field === 'price_reductions_pct')
        continue;
      context.warn('not_recorded', field, 'The loaded lettings have no home that is still to let.');
    }
  }
  const reductions =
    offers && offers.active >= MINIMUM_SAMPLE ? twoDecimals((offers.reduced / offers.active) * 100) : null;
  if (reductions === null) {
    context.warn(
      offers ? 'insufficient_sample' : 'source_not_loaded',
      'price_reductions_pct',
      offers
        ? 'Fewer than 5 homes are advertised to let here.'
        : `Lettings bear one rent each: load your listings (${LISTING_FEEDS.join(', ')}) to know reductions.`,
    );
  }
  if (row.timed < MINIMUM_SAMPLE) {
    context.warn(
      'insufficient_sample',
      'median_days_on_market',
      'Fewer than 5 lets say when they were advertised.',
    );
  }
  const months = stock === null ? null : stock / lets_per_month;
  const turnover = stock === null || stock === 0 ? null : (lets_per_month / stock) * 100;
  if (stock === 0) context.warn('not_recorded', 'turnover_per_month_pct', 'Nothing is to let at the moment.');
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
        ? `Fewer than 5 lets of the loaded feeds lie in the area${widen ? ' or a wider one' : ', and widen is false'}.`
        : `Worked out from your own lettings or listings: load operator-lettings, or one of ${LISTING_FEEDS.join(', ')}.`,
    );
  }
  return Object.fromEntries(MARKET_FIELDS.map((field) => [field, null])) as unknown as Market;
}

async function proxiesOf(
  context: Context,
  place: Place,
  areas: MarketArea[],
  index: IndexRents | null,
  bedrooms: number | undefined,
): Promise<Response['proxies'] & Pick<Households, 'census'>> {
  const growth = index?.now.get(segmentOf({ bedrooms }) ?? 'all')?.annual_change_pct ?? null;
  const missing = context.loaded('private-rents') ? 'not_covered' : 'source_not_loaded';
  if (growth === null)
    context.warn(missing, 'proxies.rent_growth_1y_pct', 'Growth of rents: private-rents has none here.');

  const beds = bedroomsIn('private-rents', bedrooms ?? USUAL_BEDROOMS);
  for (const field of ['rent_growth_1y_pct', 'lha_gap_pct'])
    warnOtherBedrooms(context, 'private-rents', bedrooms, `proxies.${field}`);
  const mean = index?.now.get(String(beds))?.rent_pcm ?? null;
  const allowance = (await currentAllowance(context, areas)).find(
    (rate) => rate.category === categoryOf(beds),
  );
  if (mean === null || !allowance) {
    const unloaded = ['private-rents', 'lha-rates'].filter((id) => !context.loaded(id));
    if (!knowsMarketAreas(context)) unloaded.push('brma-lookup or brma-boundaries');
    context.warn(
      unloaded.length > 0 ? 'source_not_loaded' : 'not_covered',
      'proxies.lha_gap_pct',
      `Gap to the allowance: ${unloaded.length > 0 ? `load ${unloaded.join(', ')}` : 'not known for this area'}.`,
    );
  }
  const homes = await householdsOf(context, place);
  context.warn('not_covered', 'proxies.population_change_pct', 'Change of population: no dataset has it.');
  return {
    prs_share_pct: homes.prs_share_pct,
    rent_growth_1y_pct: growth === null ? null : twoDecimals(growth),
    population_change_pct: null,
    hmo_licences_per_1000: homes.hmo_licences_per_1000,
    census: homes.census,
    lha_gap_pct: mean === null || !allowance ? null : twoDecimals((mean / allowance.monthly - 1) * 100),
  };
}

type Households = Pick<Response['proxies'], 'prs_share_pct' | 'hmo_licences_per_1000'> & {
  /** The census that tells either of them. */
  census: string | null;
};

/** Private renters and licensed HMOs as shares of the authority's households in the census. */
async function householdsOf(context: Context, place: Place): Promise<Households> {
  const codes = authorityCodes(place.local_authority_code);
  const censuses = CENSUSES.filter((id) => context.loaded(id));
  const [tenure] =
    codes.length > 0 && censuses.length > 0 ? await tenureOf(context, { topics: ['tenure'], codes }) : [];
  const renters = tenure?.figures.private_rented ?? null;
  const prs = tenure?.total && renters !== null ? (renters / tenure.total) * 100 : null;
  if (prs === null) {
    const code = censuses.length > 0 ? 'not_covered' : 'source_not_loaded';
    context.warn(code, 'proxies.prs_share_pct', 'Private renters: the loaded census has none here.');
  }
  const [register] = context.loaded('hmo-register')
    ? await licencesOf(context, { codes, day: context.today })
    : [];
  const licences = register && register.registers > 0 ? register.licences : null;
  const per_1000 = licences !== null && tenure?.total ? (licences / tenure.total) * 1000 : null;
  if (per_1000 === null) {
    const code = context.loaded('hmo-register') && censuses.length > 0 ? 'not_covered' : 'source_not_loaded';
    context.warn(
      code,
      'proxies.hmo_licences_per_1000',
      'Licensed shared homes: the register of the authority and the census are needed.',
    );
  }
  const known = { prs_share_pct: prs, hmo_licences_per_1000: per_1000 };
  const code = place.local_authority_code;
  const [authority] = code ? await nameOf(context, { code }) : [];
  for (const [field, value] of Object.entries(known)) {
    if (value === null) continue;
    const name = authority ? `${authority.name} (${code})` : code;
    context.warn(
      'coarser_area',
      `proxies.${field}`,
      `A figure of the whole authority ${name}, not of the place.`,
    );
  }
  return {
    prs_share_pct: prs === null ? null : twoDecimals(prs),
    hmo_licences_per_1000: per_1000 === null ? null : twoDecimals(per_1000),
    census: prs === null && per_1000 === null ? null : tenure!.dataset,
  };
}

/** `meta.geography` is that of the feed: what the index of rents says is of a whole authority or region. */
function tellOfWholeArea(
  context: Context,
  { area_name }: IndexRents,
  areas: MarketArea[],
  known: Pick<Response['proxies'], 'rent_growth_1y_pct' | 'lha_gap_pct'> & { demand_index: number | null },
): void {
  const of = (field: string, value: number | null, message: string) =>
    value === null ? undefined : context.warn('coarser_area', field, message);
  const whole = `A figure of the whole of ${area_name}, as the index of rents has it, not of meta.geography`;
  of('proxies.rent_growth_1y_pct', known.rent_growth_1y_pct, `${whole}.`);
  of('demand_index', known.demand_index, `${whole}.`);
  // An allowance is known of a market area alone.
  const allowance = `the allowance is that of ${areas[0]?.name}`;
  of('proxies.lha_gap_pct', known.lha_gap_pct, `${whole}; ${allowance}.`);
}

async function rankOf(context: Context, index: IndexRents | null, segment: string): Promise<number | null> {
  const change = index?.now.get(segment)?.annual_change_pct ?? null;
  if (!index || change === null) {
    const code = context.loaded('private-rents') ? 'not_covered' : 'source_not_loaded';
    context.warn(
      code,
      'demand_index',
      'The index is the rank of the growth of rents, which is not known here.',
    );
    return null;
  }
  const [rank] = await rankOfGrowth(context, { month: index.newest, segment, change_pct: change });
  const { areas, slower } = rank!;
  if (areas < AREAS_FOR_A_RANK) {
    context.warn(
      'insufficient_sample',
      'demand_index',
      `A rank among ${areas} areas says little: 20 are needed.`,
    );
    return null;
  }
  return Math.round((slower / (areas - 1)) * 100);
}
