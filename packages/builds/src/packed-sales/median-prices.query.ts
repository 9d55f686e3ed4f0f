import { type DbClient, sql, statement } from '@domesday/db';
import { rebuildTables, rebuilt } from '@domesday/loading/rebuild.query';
import { usableSale } from './usable.ts';

/** Widths of the squares, in metres, for maps of a town up to the country. */
const SIZES_M = [1000, 2500, 10_000, 25_000];
/** Least number of sales: below it a median is unreliable, and could reveal a single home. */
const FEWEST = 5;

const recentSales = statement({
  name: 'recent-sales',
  build: () => sql`
    create temporary table recent_sales on commit drop as
    select price, postcode, position from sales s
     where category = 'standard' and position is not null and ${sql.raw(usableSale('s'))}
       and date > (select max(date) from sales) - interval '24 months'`,
});

const cells = statement({
  name: 'median-prices-of-squares',
  parameters: { size_m: 'int4' },
  after: [recentSales],
  build: ({ size_m }) => sql`
    insert into ${rebuilt('price_cells')} (size_m, position, n, median)
    select ${size_m}::integer, point((x + 0.5) * ${size_m}::integer, (y + 0.5) * ${size_m}::integer), count(*),
           percentile_cont(0.5) within group (order by price)
      from (select price, floor((position)[0] / ${size_m}::integer) as x, floor((position)[1] / ${size_m}::integer) as y
              from recent_sales) s
     group by x, y having count(*) >= ${FEWEST}`,
});

const sectors = statement({
  name: 'median-prices-of-sectors',
  after: [recentSales],
  build: () => sql`
    insert into ${rebuilt('price_sectors')} (sector, outcode, position, n, median)
    select left(postcode, -2), split_part(postcode, ' ', 1), point(avg((position)[0]), avg((position)[1])), count(*),
           percentile_cont(0.5) within group (order by price)
      from recent_sales where postcode ~ ' [0-9][A-Z]{2}$'
     group by 1, 2 having count(*) >= ${FEWEST}`,
});

/** Computes the median price of usable standard sales of the last two years, by square and by postcode sector. */
export function medianPrices(client: DbClient): Promise<void> {
  return rebuildTables(client, ['price_cells', 'price_sectors'], async () => {
    await recentSales.run(client);
    for (const size_m of SIZES_M) await cells.run(client, { size_m });
    await sectors.run(client);
  });
}
