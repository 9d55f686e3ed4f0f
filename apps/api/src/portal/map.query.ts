import { statement } from '@domesday/db';
import { sql } from 'kysely';

/**
 * The square of 10 km with the most recent sales: the initial view of the map. The table has some two thousand such
 * rows.
 */
export const busiestCell = statement({
  name: 'portal-busiest-cell',
  row: { position: 'point' },
  build: () => sql`
    select position from price_cells where size_m = 10000 order by n desc, (position)[0], (position)[1] limit 1`,
});

/** Median price by outcode over its sectors, weighted by their sales, as the map's text alternative. */
export const outcodePrices = statement({
  name: 'portal-outcode-prices',
  row: { outcode: 'text', median: 'int4', n: 'int4' },
  build: () => sql`
    select outcode, round(sum(median::float8 * n) / sum(n))::integer as median, sum(n)::integer as n
      from price_sectors group by outcode order by outcode limit 400`,
});
