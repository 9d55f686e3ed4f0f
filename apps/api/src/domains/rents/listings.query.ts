import { type Queryable, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';
import { mayLieIn, REACHED } from '../../location/unplaced.query.ts';
import { HOMES, MARKET, ofBedrooms, ofKind } from './demand.query.ts';
import { GROUPED_PRICE, knownPrices, type PriceRow, type SalesArea } from './yields.query.ts';

const PLACED = { postcode: 'l.postcode', position: 'l.position' };

const askingPrices = areaStatement({
  name: 'median-asking-prices',
  parameters: { property_type: 'text?' },
  row: GROUPED_PRICE,
  columns: PLACED,
  also: ['market_area'],
  build: ({ property_type }, inArea) => sql`
    select bedrooms, grouping(bedrooms) as together, count(*) as n,
           percentile_cont(0.5) within group (order by price_comparable) as median
      from (select l.price_comparable, case when l.bedrooms >= 5 then 5 else l.bedrooms end as bedrooms
             from listings l
             where l.listing_type = 'sale' and l.status <> 'withdrawn' and not l.of_share and l.property_type is distinct from 'other'
               and (${property_type}::text is null or l.property_type = ${property_type}) and ${inArea}) x
     group by grouping sets ((), (bedrooms))`,
});

/**
 * Median asking price of the homes now for sale in an area in the operator's feeds: of all homes, and by bedrooms (5
 * for five and more). Listings of a share are left out, since the price is not that of a home. Indexes:
 * listings_postcode, listings_position, brma_postcodes_brma.
 */
export async function medianAskingPrices(
  db: Queryable,
  area: SalesArea,
  property_type: string | undefined,
): Promise<PriceRow[]> {
  return knownPrices(await askingPrices.rows(db, area, { property_type: property_type ?? null }));
}

/** How many adverts of such homes may lie in an area but cannot be found by it; index listings_unplaced. */
export const unplacedAdverts = statement({
  name: 'unplaced-adverts',
  parameters: { listing_type: 'text', ...HOMES, ...REACHED },
  row: { n: 'int8' },
  build: (v) => sql`
    select count(*) as n from listings l
     where l.listing_type = ${v.listing_type} and l.status <> 'withdrawn' and not l.of_share
       and l.property_type is distinct from 'other' and ${ofKind(v)} and ${mayLieIn(PLACED, v)}`,
});

/**
 * Adverts in an area whose kind keeps them out of its figures: for sale now, to let now, or let since `from`. The kind
 * `other` covers garages and plots as well as park homes. Indexes: listings_postcode, listings_position.
 */
export const otherAdverts = areaStatement({
  name: 'other-adverts',
  parameters: { listing_type: 'text', from: 'date', to: 'date', bedrooms: 'int4?' },
  row: { n: 'int8' },
  columns: PLACED,
  also: ['market_area'],
  build: ({ listing_type, from, to, bedrooms }, inArea) => sql`
    select count(*) as n from listings l
     where l.listing_type = ${listing_type} and l.property_type = 'other' and not l.of_share
       and case when l.listing_type = 'sale' then l.status <> 'withdrawn'
                else l.status = 'available' or exists (
                  select from listing_events h where h.listing_id = l.id and h.event = 'let_agreed'
                    and h.date between ${from} and ${to}) end
       and ${ofBedrooms('l.bedrooms', bedrooms)} and ${inArea}`,
});

/** `reduced`: homes advertised now whose rent has been lowered. */
const ADVERTISED = { ...MARKET, reduced: 'int8' } as const;

/**
 * Homes to let in a place in the operator's feeds: those advertised now, how many of them are reduced, and those let
 * since `from` by their history, with their days on the market. No garages, plots or rooms. Indexes: listings_postcode,
 * listings_position, the primary key of listing_events.
 */
export const advertisedMarket = areaStatement({
  name: 'advertised-market',
  parameters: { from: 'date', to: 'date', bedrooms: 'int4?' },
  row: ADVERTISED,
  columns: PLACED,
  build: ({ from, to, bedrooms }, inArea) => sql`
    select count(*) filter (where l.status = 'available') as active,
      count(*) filter (where l.status = 'available' and l.reduced) as reduced,
      count(e.date) as lets,
      count(*) filter (where l.first_listed <= e.date) as timed,
      percentile_cont(0.5) within group (order by e.date - l.first_listed)
        filter (where l.first_listed <= e.date) as median_days
    from listings l
    left join lateral (select max(h.date) as date from listing_events h
                        where h.listing_id = l.id and h.event = 'let_agreed'
                          and h.date between ${from} and ${to}) e on true
    where l.listing_type = 'rent' and l.property_type is distinct from 'other'
      and ${ofBedrooms('l.bedrooms', bedrooms)} and ${inArea}`,
});
