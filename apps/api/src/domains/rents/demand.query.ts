import { type RowOf, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';
import { statusOn } from '../planning/hmo-register.query.ts';

/** Matches a number of bedrooms; 5 means five and more, null any number. */
export const ofBedrooms = (column: 'l.bedrooms', bedrooms: number | null) => sql`
  (${bedrooms}::integer is null
    or case when ${bedrooms} >= 5 then ${sql.ref(column)} >= 5 else ${sql.ref(column)} = ${bedrooms} end)`;

/** Filters of homes; null for all bedrooms or all types. */
export const HOMES = { bedrooms: 'int4?', property_type: 'text?' } as const;

export const ofKind = ({ bedrooms, property_type }: RowOf<typeof HOMES>) => sql`
  ${ofBedrooms('l.bedrooms', bedrooms)}
  and (${property_type}::text is null or l.property_type = ${property_type})`;

export const MARKET = {
  /** Homes advertised and not yet let. */
  active: 'int8',
  lets: 'int8',
  median_days: 'float8?',
  /** Lets whose first day of advertising is known. */
  timed: 'int8',
} as const;
export type MarketRow = RowOf<typeof MARKET>;

/** `forgotten`: homes advertised before the period that the feed never reported as let. */
const LETTINGS = { ...MARKET, forgotten: 'int8' } as const;

/**
 * Whole homes in a place in the operator's lettings feed: those advertised since `from` and not let by `to`, and those
 * let since `from`, with their days on the market. Indexes: lettings_postcode, lettings_position.
 */
export const lettingsMarket = areaStatement({
  name: 'lettings-market',
  parameters: { from: 'date', to: 'date', bedrooms: 'int4?' },
  row: LETTINGS,
  columns: { postcode: 'l.postcode', position: 'l.position' },
  build: ({ from, to, bedrooms }, inArea) => sql`
    select count(*) filter (where l.let_on is null and l.advertised_on between ${from} and ${to}) as active,
      count(*) filter (where l.let_on is null and l.advertised_on < ${from}) as forgotten,
      count(*) filter (where l.let_on between ${from} and ${to}) as lets,
      count(*) filter (where l.let_on between ${from} and ${to} and l.advertised_on <= l.let_on) as timed,
      percentile_cont(0.5) within group (order by l.let_on - l.advertised_on)
        filter (where l.let_on between ${from} and ${to} and l.advertised_on <= l.let_on) as median_days
    from lettings l
    where l.room_type is null and ${ofBedrooms('l.bedrooms', bedrooms)} and ${inArea}`,
});

/**
 * The day of the first let of each feed: of the lettings, and of the listings by their history, which begins at their
 * first load. Sequential scans of the operator's own lettings and adverts.
 */
export const firstLets = statement({
  name: 'first-lets',
  row: { lettings: 'date?', listings: 'date?' },
  build: () => sql`
    select (select min(let_on) from lettings where room_type is null) as lettings,
           (select min(h.date) from listing_events h join listings l on l.id = h.listing_id
             where h.event = 'let_agreed' and l.listing_type = 'rent') as listings`,
});

/**
 * Whether the feed has homes advertised since a day that are still to let. A feed of completed lets says nothing about
 * stock.
 */
export const feedHoldsStock = statement({
  name: 'feed-holds-stock',
  parameters: { from: 'date' },
  row: { holds: 'bool' },
  build: ({ from }) => sql`
    select exists (select from lettings where let_on is null and advertised_on >= ${from} and room_type is null) as holds`,
});

/**
 * How many authorities and market areas the index has in a month (nations and regions left out), and in how many of
 * them rents grew more slowly over the year. Primary key of private_rents.
 */
export const growthRank = statement({
  name: 'growth-rank',
  parameters: { month: 'date', segment: 'text', change_pct: 'float8' },
  row: { areas: 'int8', slower: 'int8' },
  build: ({ month, segment, change_pct }) => sql`
    select count(*) as areas, count(*) filter (where annual_change_pct < ${change_pct}) as slower
    from private_rents
    where month = ${month} and segment = ${segment} and annual_change_pct is not null
      and area_code !~ '^(K|E12|E92|W92|S92|N)'`,
});

/**
 * HMO registers of authorities, and the number of their licences in force on a day, without selective ones. Index:
 * hmo_registers by its primary key.
 */
export const licencesInForce = statement({
  name: 'licences-in-force',
  parameters: { codes: '_text', day: 'date' },
  row: { registers: 'int8', licences: 'int8' },
  build: ({ codes, day }) => sql`
    select (select count(*) from hmo_registers where authority_code = any (${codes})) as registers,
      (select count(*) from hmo_licences h
        where h.authority_code = any (${codes}) and h.licence_type in ('mandatory', 'additional', 'not_stated')
          and ${statusOn(day)} = 'active') as licences`,
});
