import { columnsOf, listOf, namesOf, query, type RowOf, sql, statement } from '@domesday/db';
import { patternsOf } from '../../http/check/free-text.ts';
import { areaStatement } from '../../location/area-statement.ts';
import type { Place } from '../../location/place.ts';
import { BY_POSTCODE } from '../../location/placed.ts';
import { mayLieIn, REACHED } from '../../location/unplaced.query.ts';
import { PLAUSIBLE_YIELD_PCT } from '../../statistics/plausible-yield.ts';

export type Sort = 'newest' | 'price' | '-price' | 'yield' | 'distance';

export interface ListingFilter {
  /** False if the rent index ended too long ago: then rents and yields are not known. */
  rents_known: boolean;
  listing_type: 'sale' | 'rent';
  min_price?: number | undefined;
  max_price?: number | undefined;
  min_bedrooms?: number | undefined;
  max_bedrooms?: number | undefined;
  property_type?: string | undefined;
  min_yield_pct?: number | undefined;
  status?: string | undefined;
  added_since?: string | undefined;
  reduced?: boolean | undefined;
  words: string[];
  /** Feeds whose listings are excluded. */
  excluded: string[];
}

const LISTING_COLUMNS = columnsOf('listings', [
  'id',
  'source',
  'url',
  'listing_type',
  'status',
  'price',
  'price_period',
  'of_share',
  'bedrooms',
  'bathrooms',
  'property_type',
  'tenure',
  'address',
  'postcode',
  'uprn',
  'uprn_confidence',
  'latitude',
  'longitude',
  'floor_area_sqm',
  'summary',
  'first_listed',
  'last_seen',
]);
const LISTING = {
  ...LISTING_COLUMNS,
  days_on_market: 'int4',
  estimated_rent_pcm: 'float8?',
  gross_yield_pct: 'float8?',
  /** Whether the rent is the mean of a market area. */
  rent_by_market_area: 'bool',
  distance_m: 'float8?',
  by_postcode: 'bool',
  sort_key: 'float8',
} as const;
export type ListingRow = RowOf<typeof LISTING>;

/** The centroid of the place, for distances, and the filter; null for values not asked for. */
const LISTING_FILTER = {
  easting: 'float8?',
  northing: 'float8?',
  rents_known: 'bool',
  listing_type: 'text',
  status: 'text?',
  min_price: 'float8?',
  max_price: 'float8?',
  min_bedrooms: 'int4?',
  max_bedrooms: 'int4?',
  property_type: 'text?',
  min_yield_pct: 'float8?',
  added_since: 'date?',
  reduced: 'bool?',
  words: '_text',
  excluded: '_text',
} as const;
type ListingFilters = RowOf<typeof LISTING_FILTER>;

export function listingFilters(place: Place | null, filter: ListingFilter): ListingFilters {
  return {
    easting: place?.easting ?? null,
    northing: place?.northing ?? null,
    rents_known: filter.rents_known,
    listing_type: filter.listing_type,
    status: filter.status ?? null,
    min_price: filter.min_price ?? null,
    max_price: filter.max_price ?? null,
    min_bedrooms: filter.min_bedrooms ?? null,
    max_bedrooms: filter.max_bedrooms ?? null,
    property_type: filter.property_type ?? null,
    min_yield_pct: filter.min_yield_pct ?? null,
    added_since: filter.added_since ?? null,
    reduced: filter.reduced ?? null,
    words: patternsOf(filter.words),
    excluded: filter.excluded,
  };
}

/**
 * Null where rent and price are not of the same thing, such as the price of a share: rents.yields has the same rule.
 */
const GROSS_YIELD = sql`case when not l.of_share and l.gross_yield_pct <= ${sql.raw(String(PLAUSIBLE_YIELD_PCT))} then l.gross_yield_pct end`;

const meets = (v: Omit<ListingFilters, 'easting' | 'northing'>) => sql`
  l.listing_type = ${v.listing_type}
  and case when ${v.status}::text is null then l.status <> 'withdrawn' else l.status = ${v.status} end
  and (${v.min_price}::float8 is null or l.price_comparable >= ${v.min_price})
  and (${v.max_price}::float8 is null or l.price_comparable <= ${v.max_price})
  and (${v.min_bedrooms}::integer is null or l.bedrooms >= ${v.min_bedrooms})
  and (${v.max_bedrooms}::integer is null or l.bedrooms <= ${v.max_bedrooms})
  and (${v.property_type}::text is null or l.property_type = ${v.property_type})
  and (${v.min_yield_pct}::float8 is null or ${v.rents_known} and ${GROSS_YIELD} >= ${v.min_yield_pct})
  and (${v.added_since}::date is null or l.first_listed >= ${v.added_since})
  and (${v.reduced}::boolean is null or l.reduced = ${v.reduced})
  and concat_ws(' ', l.address, l.postcode, l.summary) ~* all (${v.words})
  and l.source <> all (${v.excluded})`;

const distance = (v: Pick<ListingFilters, 'easting' | 'northing'>) =>
  sql`l.position <-> point(${v.easting}, ${v.northing})`;

/** Ascending sort key: a descending order is negated, and unknown values come last. */
const sortKey = (v: Pick<ListingFilters, 'easting' | 'northing' | 'rents_known'> & { sort: string }) => sql`
  case ${v.sort}::text
    when 'newest' then (date '2000-01-01' - l.first_listed)::float8
    when 'price' then l.price_comparable
    when '-price' then -l.price_comparable
    when 'yield' then -coalesce(case when ${v.rents_known} then ${GROSS_YIELD} end, -1)
    else coalesce(${distance(v)}, 1e9) end`;

const { easting: _, northing: __, ...COUNTED } = LISTING_FILTER;
const PLACED = { postcode: 'l.postcode', position: 'l.position' };

/** The total number of listings; indexes listings_postcode, listings_position, listings_newest. */
export const countListings = areaStatement({
  name: 'count-listings',
  parameters: COUNTED,
  row: { n: 'int8' },
  columns: PLACED,
  also: ['anywhere'],
  build: (v, inArea) => sql`select count(*) as n from listings l where ${meets(v)} and ${inArea}`,
});

/**
 * Whether the rent of a listing for sale is the mean of a market area, which is the area of the rent index in Scotland.
 */
const BY_MARKET_AREA = sql`l.estimated_rent_pcm is not null and exists (
  select from postcodes c where c.postcode = l.postcode and c.country = 'Scotland')`;

/** Whether the rent of any of the listings is that of a market area; the same indexes. */
export const anyByMarketArea = areaStatement({
  name: 'any-listing-by-market-area',
  parameters: COUNTED,
  row: { found: 'bool' },
  columns: PLACED,
  also: ['anywhere'],
  build: (v, inArea) => sql`
    select exists (select from listings l where ${meets(v)} and ${inArea} and ${BY_MARKET_AREA}) as found`,
});

/** How many matching listings may lie in a place but cannot be found by it; index listings_unplaced. */
export const unplacedListings = statement({
  name: 'unplaced-listings',
  parameters: { ...COUNTED, ...REACHED },
  row: { n: 'int8' },
  build: (v) => sql`
    select count(*) as n from listings l where ${meets(v)} and ${mayLieIn({ postcode: 'l.postcode', position: 'l.position' }, v)}`,
});

/** One page of listings, after a sort key and id, in a total order; the same indexes. */
export const pageOfListings = areaStatement({
  name: 'page-of-listings',
  parameters: { ...LISTING_FILTER, sort: 'text', after_key: 'float8?', after_id: 'text?', limit: 'int8' },
  row: LISTING,
  columns: PLACED,
  also: ['anywhere'],
  build: (v, inArea) => sql`
    select ${listOf(LISTING_COLUMNS, 'l')}, l.last_seen - l.first_listed as days_on_market,
           case when ${v.rents_known} then l.estimated_rent_pcm end as estimated_rent_pcm,
           case when ${v.rents_known} then ${GROSS_YIELD} end as gross_yield_pct,
           ${v.rents_known} and ${BY_MARKET_AREA} as rent_by_market_area,
           round(${distance(v)}) as distance_m, l.feed_latitude is null and ${BY_POSTCODE} as by_postcode,
            ${sortKey(v)} as sort_key
      from listings l left join addresses a on a.uprn = l.uprn
     where ${meets(v)} and ${inArea}
       and (${v.after_key}::float8 is null or (${sortKey(v)}, l.id) > (${v.after_key}::float8, ${v.after_id}))
     order by ${sortKey(v)}, l.id limit ${v.limit}`,
});

/** The newest month of the rent index by which rents are estimated; null if none is loaded. */
export const newestRentMonth = statement({
  name: 'newest-rent-month',
  row: { month: 'text?' },
  build: () => sql`select to_char(max(month), 'YYYY-MM') as month from private_rents where segment = 'all'`,
});

const EVENT = columnsOf('listing_events', ['listing_id', 'date', 'price', 'event']);
export type EventRow = RowOf<typeof EVENT>;

/** The history of some listings, oldest first; primary key of listing_events. */
export const historyOf = statement({
  name: 'listing-history',
  parameters: { ids: '_text' },
  row: EVENT,
  build: ({ ids }) =>
    query
      .selectFrom('listing_events')
      .select(namesOf(EVENT))
      .where('listing_id', '=', sql<string>`any (${ids})`)
      .orderBy('listing_id')
      .orderBy('date')
      .orderBy('serial'),
});
