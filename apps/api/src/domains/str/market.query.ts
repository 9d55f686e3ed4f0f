import { columnsOf, listOf, type RowOf, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';

/** Only the columns that figures of a market need: a market reads hundreds of rows, and each column costs time. */
const COUNTED = columnsOf('short_lets', [
  'seen_on',
  'listing_type',
  'price_pn',
  'price_usable',
  'reviews',
  'reviews_12m',
  'nights_12m',
  'availability_365',
  'bedrooms',
]);
export type CountedShortLet = RowOf<typeof COUNTED>;

const FACTS = {
  ...COUNTED,
  ...columnsOf('short_lets', ['property_kind', 'bedrooms_source', 'bathrooms', 'guests']),
  ...columnsOf('short_lets', ['easting', 'northing', 'latitude', 'longitude']),
};
/** The id is text, because it has more digits than a JavaScript number can hold. */
const SHORT_LET = { id: 'text', ...FACTS } as const;
export type ShortLetRow = RowOf<typeof SHORT_LET>;

const PLACED = { postcode: 's.postcode', position: 's.position' };

/** Listings of a place at the newest scrape of its city; indexes short_lets_position, short_lets_postcode. */
export const currentShortLets = areaStatement({
  name: 'current-short-lets',
  row: SHORT_LET,
  columns: PLACED,
  build: (_, inArea) => sql`
    select s.id::text as id, ${listOf(FACTS, 's')} from short_lets s where s.current and ${inArea}`,
});

/** The same listings, with only the columns that a market needs. */
export const countedShortLets = areaStatement({
  name: 'counted-short-lets',
  row: COUNTED,
  columns: PLACED,
  build: (_, inArea) => sql`select ${listOf(COUNTED, 's')} from short_lets s where s.current and ${inArea}`,
});

const PAST = { ...COUNTED, ...columnsOf('short_lets', ['city']) };
export type PastShortLet = RowOf<typeof PAST>;

/**
 * Listings of a place at every scrape since a day, oldest first, with only the columns that a market needs; the same
 * indexes.
 */
export const pastShortLets = areaStatement({
  name: 'past-short-lets',
  parameters: { from: 'date' },
  row: PAST,
  columns: PLACED,
  build: ({ from }, inArea) => sql`
    select ${listOf(PAST, 's')} from short_lets s
    where s.seen_on >= ${from} and ${inArea} order by s.seen_on`,
});

/**
 * Listings of the newest visit without a known postcode, within `within_m` of the centre of a place that is searched by
 * its code; index short_lets_position.
 */
export const unplacedShortLets = statement({
  name: 'unplaced-short-lets',
  parameters: { easting: 'float8?', northing: 'float8?', within_m: 'float8' },
  row: { n: 'int8' },
  build: ({ easting, northing, within_m }) => sql`
    select count(*) as n from short_lets s
     where s.current and s.postcode is null and s.position <@ circle(point(${easting}, ${northing}), ${within_m})`,
});

/** Whether a listing lies within `within_m` of a point; index short_lets_position. */
export const shortLetsNear = statement({
  name: 'short-lets-near',
  parameters: { easting: 'float8', northing: 'float8', within_m: 'float8' },
  row: { near: 'bool' },
  build: ({ easting, northing, within_m }) => sql`
    select exists (select from short_lets s
      where s.current and s.position <@ circle(point(${easting}, ${northing}), ${within_m})) as near`,
});
