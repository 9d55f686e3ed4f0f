import { sql, statement } from '@domesday/db';

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

/** As many as can be read as a table; Great Britain has some three thousand. */
const MOST_OUTCODES = 400;

/**
 * Mean of the median prices of the sectors of an outcode, weighed by their sales, as the map's text alternative; of the
 * outcodes with the most sales. `outcodes`: how many there are in all.
 */
export const outcodePrices = statement({
  name: 'portal-outcode-prices',
  row: { outcode: 'text', median: 'int4', n: 'int4', outcodes: 'int4' },
  build: () => sql`
    select outcode, round(sum(median::float8 * n) / sum(n))::integer as median, sum(n)::integer as n,
           (count(*) over ())::integer as outcodes
      from price_sectors group by outcode order by n desc, outcode limit ${MOST_OUTCODES}`,
});
