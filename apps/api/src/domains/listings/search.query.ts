import type { Schema } from '@domesday/contract';
import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';

export type Sort = 'newest' | 'price' | '-price' | 'yield' | 'distance';

export interface ListingFilter {
  /** False where the index of rents ended too long ago: then no rent or yield is known. */
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
}

export interface ListingRow {
  id: string;
  source: string;
  url: string | null;
  listing_type: 'sale' | 'rent';
  status: Schema<'ListingStatus'>;
  price: number;
  price_period: 'total' | 'pcm' | 'pw';
  bedrooms: number | null;
  bathrooms: number | null;
  property_type: Schema<'PropertyType'> | null;
  tenure: Schema<'Tenure'> | null;
  address: string;
  postcode: string | null;
  uprn: number | null;
  uprn_confidence: number | null;
  latitude: number | null;
  longitude: number | null;
  floor_area_sqm: number | null;
  summary: string | null;
  first_listed: string;
  last_seen: string;
  days_on_market: number;
  estimated_rent_pcm: number | null;
  gross_yield_pct: number | null;
  distance_m: number | null;
  sort_key: number;
}

/** Smallest first: what is sorted from high to low is turned round, and what is not known comes last. */
const SORT_KEYS: Record<Sort, string> = {
  newest: "(date '2000-01-01' - l.first_listed)::float8",
  price: 'l.price_comparable',
  '-price': '-l.price_comparable',
  yield: '-coalesce(l.gross_yield_pct, -1)',
  distance: 'coalesce(l.position <-> point($1, $2), 1e9)',
};

function condition(place: Place | null, filter: ListingFilter): { sql: string; values: unknown[] } {
  // The middle of the place, for distances; off the map without one.
  const values: unknown[] = [place?.easting ?? null, place?.northing ?? null];
  const parts: string[] = [];
  const add = (value: unknown, sql: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  add(filter.listing_type, (p) => `l.listing_type = ${p}`);
  if (filter.status === undefined) parts.push("l.status <> 'withdrawn'");
  add(filter.status, (p) => `l.status = ${p}`);
  add(filter.min_price, (p) => `l.price_comparable >= ${p}`);
  add(filter.max_price, (p) => `l.price_comparable <= ${p}`);
  add(filter.min_bedrooms, (p) => `l.bedrooms >= ${p}`);
  add(filter.max_bedrooms, (p) => `l.bedrooms <= ${p}`);
  add(filter.property_type, (p) => `l.property_type = ${p}`);
  add(filter.min_yield_pct, (p) => `${filter.rents_known} and l.gross_yield_pct >= ${p}`);
  add(filter.added_since, (p) => `l.first_listed >= ${p}`);
  add(filter.reduced, (p) => `l.reduced = ${p}`);
  for (const word of filter.words) {
    add(
      `%${word.replace(/[\\%_]/g, '\\$&')}%`,
      (p) => `concat_ws(' ', l.address, l.postcode, l.summary) ilike ${p}`,
    );
  }
  if (place) {
    const where = inPlace(place, { postcode: 'l.postcode', position: 'l.position' }, values.length + 1);
    values.push(...where.values);
    parts.push(where.sql);
  }
  return { sql: `($1::float8 is null or $2::float8 is not null) and ${parts.join(' and ')}`, values };
}

/** How many listings there are in all; indexes listings_postcode, listings_position, listings_newest. */
export async function countListings(
  db: Queryable,
  place: Place | null,
  filter: ListingFilter,
): Promise<number> {
  const where = condition(place, filter);
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from listings l where ${where.sql}`,
    where.values,
  );
  return rows[0]!.n;
}

/** One page behind a sort key and id, in a stable order; the same indexes. */
export async function pageOfListings(
  db: Queryable,
  place: Place | null,
  filter: ListingFilter,
  page: { sort: Sort; after: { key: number; id: string } | null; limit: number },
): Promise<ListingRow[]> {
  const where = condition(place, filter);
  const values = [...where.values];
  const key = SORT_KEYS[page.sort];
  let behind = '';
  if (page.after) {
    values.push(page.after.key, page.after.id);
    behind = `and (${key}, l.id) > ($${values.length - 1}::float8, $${values.length})`;
  }
  const { rows } = await db.query<ListingRow>(
    `select l.id, l.source, l.url, l.listing_type, l.status, l.price, l.price_period, l.bedrooms, l.bathrooms,
            l.property_type, l.tenure, l.address, l.postcode, l.uprn, l.uprn_confidence, l.latitude, l.longitude,
            l.floor_area_sqm, l.summary, l.first_listed, l.last_seen, l.last_seen - l.first_listed as days_on_market,
            ${filter.rents_known ? 'l.estimated_rent_pcm, l.gross_yield_pct' : 'null as estimated_rent_pcm, null as gross_yield_pct'},
            round(l.position <-> point($1, $2)) as distance_m,
            ${key} as sort_key
       from listings l where ${where.sql} ${behind}
      order by ${key}, l.id limit ${Math.trunc(page.limit)}`,
    values,
  );
  return rows;
}

/** The newest month of the index of rents by which listings have theirs; null where none is loaded. */
export async function newestRentMonth(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ month: string | null }>({
    name: 'newest-rent-month',
    text: `select to_char(max(month), 'YYYY-MM') as month from private_rents where segment = 'all'`,
  });
  return rows[0]!.month;
}

export interface EventRow {
  listing_id: string;
  date: string;
  price: number;
  event: Schema<'ListingEvent'>['event'];
}

/** The history of some listings, oldest first; primary key of listing_events. */
export async function historyOf(db: Queryable, ids: string[]): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>({
    name: 'listing-history',
    text: `select listing_id, date, price, event from listing_events
           where listing_id = any ($1) order by listing_id, date, serial`,
    values: [ids],
  });
  return rows;
}
