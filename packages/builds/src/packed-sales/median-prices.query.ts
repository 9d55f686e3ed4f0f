import type { DbClient } from '@domesday/db';
import { rebuildTables } from '@domesday/loading/rebuild.query';

/** Widths of the squares, metres, for maps of the country, a county and a town. */
const SIZES_M = [1000, 2500, 10_000, 25_000];
/** Least number of sales: below it a median is unreliable, and could reveal a single home. */
const FEWEST = 5;

/** Median price of the standard sales of the last two years, by square and by postcode sector. */
export function medianPrices(client: DbClient): Promise<void> {
  return rebuildTables(client, ['price_cells', 'price_sectors'], async (fresh) => {
    await client.query(
      `create temporary table recent_sales on commit drop as
       select price, postcode, position from sales
        where category = 'standard' and position is not null
          and date > (select max(date) from sales) - interval '24 months'`,
    );
    for (const size_m of SIZES_M) {
      await client.query(
        `insert into ${fresh('price_cells')} (size_m, position, n, median)
         select $1::integer, point((floor((position)[0] / $1::integer) + 0.5) * $1::integer, (floor((position)[1] / $1::integer) + 0.5) * $1::integer), count(*),
                percentile_cont(0.5) within group (order by price)
           from recent_sales group by floor((position)[0] / $1::integer), floor((position)[1] / $1::integer) having count(*) >= $2`,
        [size_m, FEWEST],
      );
    }
    await client.query(
      `insert into ${fresh('price_sectors')} (sector, outcode, position, n, median)
       select left(postcode, -2), split_part(postcode, ' ', 1), point(avg((position)[0]), avg((position)[1])), count(*),
              percentile_cont(0.5) within group (order by price)
         from recent_sales where postcode ~ ' [0-9][A-Z]{2}$'
        group by 1, 2 having count(*) >= $1`,
      [FEWEST],
    );
  });
}
