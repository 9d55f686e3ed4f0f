import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';
import type { MarketRow } from './demand.query.ts';
import type { PriceRow, SalesArea } from './yields.query.ts';

/**
 * Median asking price of what the operator's feeds offer for sale in an area now: all together, and by the bedrooms
 * that the feed states (5 for five and more). Indexes: listings_postcode, listings_position, brma_postcodes_brma.
 */
export async function medianAskingPrices(
  db: Queryable,
  area: SalesArea,
  property_type: string | undefined,
): Promise<PriceRow[]> {
  const where =
    'place' in area
      ? inPlace(area.place, { postcode: 'l.postcode', position: 'l.position' }, 2)
      : {
          sql: 'l.postcode in (select b.postcode from brma_postcodes b where b.brma_key = $2)',
          values: [area.brma_key],
        };
  const { rows } = await db.query<PriceRow & { together: number }>(
    `select bedrooms, grouping(bedrooms) as together, count(*) as n,
            percentile_cont(0.5) within group (order by price_comparable) as median
       from (select l.price_comparable, case when l.bedrooms >= 5 then 5 else l.bedrooms end as bedrooms from listings l
              where l.listing_type = 'sale' and l.status <> 'withdrawn' and l.property_type is distinct from 'other'
                and ($1::text is null or l.property_type = $1) and ${where.sql}) x
      group by grouping sets ((), (bedrooms))`,
    [property_type ?? null, ...where.values],
  );
  return rows
    .filter((row) => row.n > 0 && (row.together === 1 || row.bedrooms !== null))
    .map(({ bedrooms, n, median }) => ({ bedrooms, n, median }));
}

export interface AdvertisedRow extends MarketRow {
  /** Homes advertised now whose rent was lowered. */
  reduced: number;
}

/**
 * Homes to let in the operator's feeds in a place: those advertised now, and of them the reduced; and those let
 * since `from` by their history, with the days that took. Indexes: listings_postcode, listings_position, the primary
 * key of listing_events.
 */
export async function advertisedMarket(
  db: Queryable,
  place: Place,
  what: { from: string; to: string; bedrooms?: number | undefined },
): Promise<AdvertisedRow> {
  const where = inPlace(place, { postcode: 'l.postcode', position: 'l.position' }, 4);
  const { rows } = await db.query<AdvertisedRow>({
    text: `select count(*) filter (where l.status = 'available') as active,
             count(*) filter (where l.status = 'available' and l.reduced) as reduced,
             count(e.date) as lets,
             count(*) filter (where l.first_listed <= e.date) as timed,
             percentile_cont(0.5) within group (order by e.date - l.first_listed)
               filter (where l.first_listed <= e.date) as median_days
           from listings l
           left join lateral (select max(h.date) as date from listing_events h
                               where h.listing_id = l.id and h.event = 'let_agreed' and h.date between $1 and $2) e on true
           where l.listing_type = 'rent'
             and ($3::integer is null or case when $3 >= 5 then l.bedrooms >= 5 else l.bedrooms = $3 end)
             and ${where.sql}`,
    values: [what.from, what.to, what.bedrooms ?? null, ...where.values],
  });
  return rows[0]!;
}
