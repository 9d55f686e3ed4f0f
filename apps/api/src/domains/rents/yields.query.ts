import { bedroomsOfRooms } from '@domesday/builds/packed-sales/bedrooms';
import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';

/** Sales in a place, or in a market area. */
export type SalesArea = { place: Place } | { brma_key: string };

export interface PriceRow {
  /** null: all sales together. */
  bedrooms: number | null;
  n: number;
  median: number;
}

/**
 * Median price of the full-market sales of an area, of homes and not of other buildings: all together, and with
 * `by_bedrooms` also by the bedrooms that the newest certificate of each home suggests (5 for five and more;
 * the rule is that of properties.get). Indexes: sales_postcode_date or sales_position, brma_postcodes_brma,
 * energy_certificates_uprn.
 */
export async function medianPrices(
  db: Queryable,
  area: SalesArea,
  what: { from: string; to: string; property_type?: string | undefined; by_bedrooms: boolean },
): Promise<PriceRow[]> {
  const where =
    'place' in area
      ? inPlace(area.place, { postcode: 's.postcode', position: 's.position' }, 4)
      : {
          sql: 's.postcode in (select b.postcode from brma_postcodes b where b.brma_key = $4)',
          values: [area.brma_key],
        };
  const bedrooms = what.by_bedrooms
    ? `(select ${bedroomsOfRooms('c.habitable_rooms')}
          from energy_certificates c where c.uprn = s.uprn
         order by c.lodged_on desc nulls last, c.certificate_number desc limit 1)`
    : 'null::integer';
  const sales = `select s.price, ${bedrooms} as bedrooms from sales s
                  where s.category = 'standard' and s.property_type <> 'other' and s.date between $1 and $2
                    and ($3::text is null or s.property_type = $3) and ${where.sql}`;
  const grouping = what.by_bedrooms ? 'grouping sets ((), (bedrooms))' : '()';
  const { rows } = await db.query<PriceRow & { together: number }>({
    text: `select ${what.by_bedrooms ? 'bedrooms, grouping(bedrooms)' : 'null::integer as bedrooms, 1'} as together,
             count(*) as n, percentile_cont(0.5) within group (order by price) as median
           from (${sales}) x group by ${grouping}`,
    values: [what.from, what.to, what.property_type ?? null, ...where.values],
  });
  return rows
    .filter((row) => row.n > 0 && (row.together === 1 || row.bedrooms !== null))
    .map(({ bedrooms: beds, n, median }) => ({ bedrooms: beds, n, median }));
}

export interface PriceIndexRow {
  area_code: string;
  area_name: string;
  month: string;
  average_price: number;
}

/** Average prices of an authority by the UK House Price Index, oldest first; primary key of house_price_index. */
export async function averagePrices(
  db: Queryable,
  codes: string[],
  property_type: string,
  from: string,
): Promise<PriceIndexRow[]> {
  const { rows } = await db.query<PriceIndexRow>({
    name: 'average-prices',
    text: `select area_code, area_name, month, average_price from house_price_index
           where area_code = any ($1) and property_type = $2 and month >= $3 and average_price is not null
           order by month`,
    values: [codes, property_type, from],
  });
  return rows;
}
