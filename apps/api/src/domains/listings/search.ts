import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { readCursor, writeCursor } from '../../http/check/cursor.ts';
import { wordsOf } from '../../http/check/free-text.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { geographyOf, type Place, placeSources } from '../../location/place.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { resolveOptionalLocation } from '../../location/resolve.ts';
import { countUnplaced, foundBy, warnUnplaced } from '../../location/unplaced.ts';
import { carriedMonths } from '../../statistics/carry.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { PLAUSIBLE_YIELD_PCT } from '../../statistics/plausible-yield.ts';
import { twoDecimals } from '../../statistics/quantiles.ts';
import { SQFT_PER_SQM } from '../properties/model.ts';
import { MARKET_AREA_DATASETS } from '../rents/market-area.ts';
import { LISTING_FEEDS } from '../rents/own-feed.ts';
import {
  anyByMarketArea,
  countListings,
  type EventRow,
  historyOf,
  type ListingFilter,
  type ListingRow,
  listingFilters,
  newestRentMonth,
  pageOfListings,
  type Sort,
  unplacedListings,
} from './search.query.ts';

type Request = RequestOf<'listings.search'>;
type Response = ResponseOf<'listings.search'>;
type Listing = Schema<'Listing'>;

const UPRN_RADIUS_M = 250;
/** Agents send their feeds every day, so an older feed has ended. */
const OLD_AFTER_MONTHS = 1;

export async function search(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  if (!LISTING_FEEDS.some((id) => context.loaded(id))) {
    throw notFound(
      'source_not_loaded',
      `There are no open listings, and no feed of your own is loaded: load one of ${LISTING_FEEDS.join(', ')}.`,
      LISTING_FEEDS.map((id) => ({ field: null, issue: `${id} is not loaded` })),
    );
  }
  const requested = await resolveOptionalLocation(context, query);
  const place = requested && aroundUprn(requested);
  const sort: Sort = query.sort ?? 'newest';
  if (sort === 'distance' && (place === null || place.easting === null)) {
    throw unprocessable('invalid_parameter', 'Sorting by distance needs a location with a known position.', [
      { field: 'sort', issue: 'needs a location' },
    ]);
  }
  const filter: ListingFilter = {
    ...query,
    rents_known: query.listing_type !== 'sale' || (await rentsReachToday(context)),
    words: wordsOf(query.q),
    excluded: LISTING_FEEDS.filter((id) => context.excludes(id)),
  };
  // With every feed excluded there is nothing to answer from, so the empty list costs nothing.
  if (LISTING_FEEDS.every((id) => context.excludes(id) || !context.loaded(id))) context.setCredits(0);
  const limit = query.limit ?? 25;
  const after = readCursor<[key: number, id: string]>(query);
  const filters = listingFilters(place, filter);
  const [{ n: total }, { n: of_all }, unplaced, rows] = await Promise.all([
    countListings.one(context.db, place, filters),
    filter.excluded.length === 0
      ? { n: null }
      : countListings.one(context.db, place, { ...filters, excluded: [] }),
    place === null ? 0 : unplacedIn(context, place, filters),
    // One row more than asked shows whether there is a next page.
    pageOfListings.rows(context.db, place, {
      ...filters,
      sort,
      after_key: after?.[0] ?? null,
      after_id: after?.[1] ?? null,
      limit: limit + 1,
    }),
  ]);
  const shown = rows.slice(0, limit);
  const history = await historyOf.rows(context.db, { ids: shown.map((row) => row.id) });
  const results = shown.map((row) =>
    listingOf(
      row,
      history.filter((event) => event.listing_id === row.id),
    ),
  );
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next_cursor = last ? writeCursor(query, [last.sort_key, last.id]) : null;
  if (place) warnUnplaced(context, unplaced, 'listings', 'unplaced', foundBy(place));
  explain(context, query, results);
  if (shown.some((row) => row.estimated_rent_pcm !== null && row.gross_yield_pct === null))
    context.warn(
      'not_recorded',
      'results.gross_yield_pct',
      `No yield is given where a year of the rent would be over ${PLAUSIBLE_YIELD_PCT} per cent of the price, or the price is of a share, as of a garage or in shared ownership.`,
    );
  if (shown.some((row) => row.of_share))
    context.warn(
      'share_of_home',
      'results.price',
      'Where `of_share` is true the price, by which filters and order go, is that of a share in the home.',
    );
  warnOfOldFeeds(context);
  return {
    results,
    count: results.length,
    total,
    next_cursor,
    unplaced,
    meta: context.meta({
      datasets: [
        ...LISTING_FEEDS.filter((id) => !context.excludes(id)),
        ...(query.listing_type === 'sale' ? ['private-rents'] : []),
        ...(await marketAreas(context, { place, asked: filters, sort }, shown)),
        ...placeSources(place),
      ],
      sample_size: total,
      rows: { list: 'results', count: (of_all ?? total) - total },
      unplaced,
      basis: 'asking',
      geography: place && requested && geographyOf(requested, place, place),
    }),
  };
}

/** Warns of feeds that have ended: their listings may long have been sold or let. */
function warnOfOldFeeds(context: Context): void {
  for (const { id, newest_record } of context.meta({ datasets: LISTING_FEEDS }).sources) {
    if (newest_record === null || newest_record >= monthsBefore(context.today, OLD_AFTER_MONTHS)) continue;
    context.warn(
      'old_source',
      'results.status',
      `The newest record of ${id} is of ${newest_record}: its listings are shown as they were then.`,
    );
  }
}

interface ListingSearch {
  place: Place | null;
  asked: ReturnType<typeof listingFilters>;
  sort: Sort;
}

/** The datasets of market areas, if a rent that is shown, or a yield that selects or sorts listings, rests on them. */
async function marketAreas(
  context: Context,
  { place, asked, sort }: ListingSearch,
  shown: readonly ListingRow[],
): Promise<string[]> {
  if (shown.some((row) => row.rent_by_market_area)) return MARKET_AREA_DATASETS;
  const by_yield = asked.rents_known && (sort === 'yield' || asked.min_yield_pct !== null);
  if (!by_yield) return [];
  const { found } = await anyByMarketArea.one(context.db, place, { ...asked, min_yield_pct: null });
  return found ? MARKET_AREA_DATASETS : [];
}

function unplacedIn(
  context: Context,
  place: Place,
  filters: ReturnType<typeof listingFilters>,
): Promise<number> {
  const { easting, northing, ...filter } = filters;
  return countUnplaced(context, place, unplacedListings, filter);
}

const rentMonths = releaseCache<string | null>();

/** Whether the rent index may be carried to today, so that rents can be estimated. */
async function rentsReachToday(context: Context): Promise<boolean> {
  const month = await rentMonths(
    context,
    'newest',
    async () => (await newestRentMonth.one(context.db)).month,
  );
  const fields = ['results.estimated_rent_pcm', 'results.gross_yield_pct'];
  const index = { id: 'private-rents', area: 'each authority', data_month: month ?? '' };
  return month !== null && carriedMonths(context, fields, index) !== null;
}

/** Replaces a UPRN by the area around it. */
function aroundUprn(place: Place): Place {
  if (place.level !== 'uprn') return place;
  if (place.easting === null) return { ...place, level: 'postcode', label: place.postcode! };
  return {
    ...place,
    level: 'radius',
    label: `${UPRN_RADIUS_M} m around ${place.label}`,
    radius_m: UPRN_RADIUS_M,
  };
}

function explain(context: Context, query: Request['query'], results: readonly Listing[]): void {
  if (query.listing_type === 'sale' && !context.loaded('private-rents')) {
    const message = 'Rents and yields: load private-rents to know them.';
    context.warn('source_not_loaded', 'results.estimated_rent_pcm', message);
    context.warn('source_not_loaded', 'results.gross_yield_pct', message);
  }
  for (const field of ['estimated_rent_pcm', 'gross_yield_pct'] as const)
    if (results.some((one) => one[field] !== null))
      context.warn(
        'coarser_area',
        `results.${field}`,
        "By the mean rent of the listing's whole authority, in Scotland of its broad rental market area, as the index of rents has it, not of a smaller place.",
      );
  // For an empty list the warning would mean that no listings are recorded.
  if (results.length > 0)
    context.warn(
      'not_recorded',
      'results',
      'A null in a listing means that its feed does not state the value.',
    );
}

function listingOf(row: ListingRow, events: EventRow[]): Listing {
  const {
    floor_area_sqm,
    sort_key: _,
    by_postcode,
    distance_m,
    uprn,
    uprn_confidence,
    gross_yield_pct,
    rent_by_market_area: __,
    ...rest
  } = row;
  return {
    ...rest,
    distance_m: distance_m === null ? null : shownDistance(distance_m, by_postcode),
    position: positionOf(row.latitude !== null, by_postcode),
    uprn: uprn === null ? null : String(uprn),
    uprn_confidence: uprn_confidence && twoDecimals(uprn_confidence),
    gross_yield_pct: gross_yield_pct && twoDecimals(gross_yield_pct),
    floor_area_sqft: floor_area_sqm && Math.round(floor_area_sqm * SQFT_PER_SQM),
    price_history: events.map(({ date, price, event }) => ({ date, price, event })),
  };
}
