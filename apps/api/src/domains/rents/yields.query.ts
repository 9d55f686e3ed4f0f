import { bedroomsOfRooms } from '@domesday/builds/packed-sales/bedrooms';
import { usableSale } from '@domesday/builds/packed-sales/usable';
import {
  columnsOf,
  namesOf,
  type Queryable,
  query,
  type RowOf,
  required,
  sql,
  statement,
} from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';
import type { Place } from '../../location/place.ts';
import type { Period } from '../../statistics/dates.ts';

/** The area of sales: a place, or a market area. */
export type SalesArea = Place | { brma_key: string };

export const GROUPED_PRICE = {
  bedrooms: 'int4?',
  /** 1: the row of all sales; 0: a row of sales by bedrooms, null if these are unknown. */
  together: 'int4',
  n: 'int8',
  median: 'float8?',
} as const;

export interface PriceRow {
  /** null for all sales together. */
  bedrooms: number | null;
  n: number;
  median: number;
}

/** Drops groups without sales, and sales with unknown bedrooms. */
export function knownPrices(rows: RowOf<typeof GROUPED_PRICE>[]): PriceRow[] {
  return rows.flatMap(({ bedrooms, together, n, median }) =>
    median !== null && (together === 1 || bedrooms !== null) ? [{ bedrooms, n, median }] : [],
  );
}

const salesPriced = areaStatement({
  name: 'median-prices',
  parameters: { from: 'date', to: 'date', property_type: 'text?', by_bedrooms: 'bool' },
  row: GROUPED_PRICE,
  columns: { postcode: 's.postcode', position: 's.position' },
  also: ['market_area'],
  build: ({ from, to, property_type, by_bedrooms }, inArea) => sql`
    with sold as (
      select s.price, case when ${by_bedrooms} then (
          select ${sql.raw(bedroomsOfRooms('c.habitable_rooms'))}
            from energy_certificates c where c.uprn = s.uprn
           order by c.lodged_on desc nulls last, c.certificate_number desc limit 1) end as bedrooms
        from sales s
       where s.category = 'standard' and ${sql.raw(usableSale('s'))} and s.date between ${from} and ${to}
         and (${property_type}::text is null or s.property_type = ${property_type}) and ${inArea})
    select bedrooms, grouping(bedrooms) as together, count(*) as n,
      percentile_cont(0.5) within group (order by price) as median
    from sold group by grouping sets ((), (bedrooms))`,
});

/**
 * Median price of standard sales of homes in an area: of all and, with `by_bedrooms`, also by the bedrooms modelled
 * from the newest certificate of each home (5 for five and more; the rule of properties.get). Indexes:
 * sales_postcode_date or sales_position, brma_postcodes_brma, energy_certificates_uprn.
 */
export async function medianPrices(
  db: Queryable,
  area: SalesArea,
  what: Period & { property_type?: string | undefined; by_bedrooms: boolean },
): Promise<PriceRow[]> {
  const { from, to, property_type = null, by_bedrooms } = what;
  return knownPrices(await salesPriced.rows(db, area, { from, to, property_type, by_bedrooms }));
}

const PRICE_INDEX = {
  ...columnsOf('house_price_index', ['area_code', 'area_name', 'month']),
  ...required(columnsOf('house_price_index', ['average_price'])),
};
export type PriceIndexRow = RowOf<typeof PRICE_INDEX>;

/** Average prices of an authority by the UK House Price Index, oldest first; primary key of house_price_index. */
export const averagePrices = statement({
  name: 'average-prices',
  parameters: { codes: '_text', property_type: 'text', from: 'date' },
  row: PRICE_INDEX,
  build: ({ codes, property_type, from }) =>
    query
      .selectFrom('house_price_index')
      .select(namesOf(PRICE_INDEX))
      .$narrowType<{ average_price: number }>()
      .where('area_code', '=', sql<string>`any (${codes})`)
      .where('property_type', '=', sql<'all'>`${property_type}`)
      .where('month', '>=', from)
      .where('average_price', 'is not', null)
      .orderBy('month'),
});
