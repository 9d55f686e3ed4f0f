import type { Queryable } from '@domesday/db';

export interface PriceLevels {
  local_n: number;
  local_median: number | null;
  authority_n: number;
  authority_median: number | null;
}

/**
 * Median price per square metre of full-market sales with a certificate, of a sector and of its whole authority,
 * each brought to the last day by the index that the build fitted for its outcode and type, where there is one.
 * Indexes: sales_postcode_date, energy_certificates_uprn; primary key of valuation_indices.
 */
export async function pricePerSqmLevels(
  db: Queryable,
  what: { authority_code: string; sector: string; from: string; to: string },
): Promise<PriceLevels> {
  const { rows } = await db.query<PriceLevels>({
    name: 'price-per-sqm-levels',
    text: `with priced as (
             select s.price * coalesce(exp(i.log_levels[least(${month('$3::date')}, cardinality(i.log_levels))]
                 - i.log_levels[greatest(1, least(${month('s.date')}, cardinality(i.log_levels)))]), 1)
               / c.floor_area_sqm as per_sqm, s.postcode >= $4 and s.postcode < $5 as local
             from postcodes p
             join sales s on s.postcode = p.postcode
             cross join lateral (
               select floor_area_sqm from energy_certificates
               where uprn = s.uprn and floor_area_sqm between 15 and 1000
               order by lodged_on desc nulls last limit 1) c
             left join valuation_indices i
               on i.area = split_part(s.postcode, ' ', 1) and i.property_type = s.property_type
             where p.local_authority_code = $1 and s.category = 'standard' and s.property_type <> 'other'
               and s.date between $2 and $3)
           select count(*) filter (where local) as local_n, count(*) as authority_n,
             percentile_cont(0.5) within group (order by per_sqm) filter (where local) as local_median,
             percentile_cont(0.5) within group (order by per_sqm) as authority_median
           from priced`,
    values: [what.authority_code, what.from, what.to, what.sector, `${what.sector}~`],
  });
  return rows[0]!;
}

/** Where the month of a day lies in the index, counted from one. */
function month(day: string): string {
  return `(1 + 12 * (extract(year from ${day}) - extract(year from i.first_month))
    + extract(month from ${day}) - extract(month from i.first_month))::int`;
}
