import { sql, statement } from '@domesday/db';

/**
 * The square of 10 km with the largest number of recent sales: the initial view of the map. The table has about two
 * thousand such rows.
 */
export const busiestCell = statement({
  name: 'portal-busiest-cell',
  row: { position: 'point' },
  build: () => sql`
    select position from price_cells where size_m = 10000 order by n desc, (position)[0], (position)[1] limit 1`,
});

/** As many rows as a person can read in a table; Great Britain has about three thousand outcodes. */
const MOST_OUTCODES = 400;

/**
 * The text alternative of the map: for the outcodes with the most sales, the mean of the median prices of their
 * sectors, weighted by sales. `outcodes` is the number of all outcodes.
 */
export const outcodePrices = statement({
  name: 'portal-outcode-prices',
  row: { outcode: 'text', median: 'int4', n: 'int4', outcodes: 'int4' },
  build: () => sql`
    select outcode, round(sum(median::float8 * n) / sum(n))::integer as median, sum(n)::integer as n,
           (count(*) over ())::integer as outcodes
      from price_sectors group by outcode order by n desc, outcode limit ${MOST_OUTCODES}`,
});
