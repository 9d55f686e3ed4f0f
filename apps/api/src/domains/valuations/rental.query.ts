import { columnsOf, listOf, type RowOf, required, sql, statement } from '@domesday/db';

const LEVELS = {
  local_n: 'int8',
  local_median: 'float8?',
  authority_n: 'int8',
  authority_median: 'float8?',
} as const;
export type PriceLevels = RowOf<typeof LEVELS>;

/**
 * Median price per square metre of full-market sales with a certificate, of a sector and of its whole authority, each
 * indexed to the last day by the index that the build fitted for its outcode and type, where there is one. Indexes:
 * sales_postcode_date, energy_certificates_uprn; primary key of valuation_indices.
 */
export const pricePerSqmLevels = statement({
  name: 'price-per-sqm-levels',
  parameters: { authority_code: 'text', sector: 'text', from: 'date', to: 'date' },
  row: LEVELS,
  build: ({ authority_code, sector, from, to }) => sql`
    with priced as (
      select s.price * coalesce(exp(i.log_levels[least(${month(sql`${to}::date`)}, cardinality(i.log_levels))]
          - i.log_levels[greatest(1, least(${month(sql`s.date`)}, cardinality(i.log_levels)))]), 1)
        / c.floor_area_sqm as per_sqm, s.postcode >= ${sector} and s.postcode < ${sector}::text || '~' as local
      from postcodes p
      join sales s on s.postcode = p.postcode
      cross join lateral (
        select floor_area_sqm from energy_certificates
        where uprn = s.uprn and floor_area_sqm between 15 and 1000
        order by lodged_on desc nulls last, certificate_number desc limit 1) c
      left join valuation_indices i
        on i.area = split_part(s.postcode, ' ', 1) and i.property_type = s.property_type
      where p.local_authority_code = ${authority_code} and s.category = 'standard' and s.property_type <> 'other'
        and s.date between ${from} and ${to})
    select count(*) filter (where local) as local_n, count(*) as authority_n,
      percentile_cont(0.5) within group (order by per_sqm) filter (where local) as local_median,
      percentile_cont(0.5) within group (order by per_sqm) as authority_median
    from priced`,
});

/** Position of a day's month in the index, counted from one. */
function month(day: ReturnType<typeof sql>) {
  return sql`(1 + 12 * (extract(year from ${day}) - extract(year from i.first_month))
    + extract(month from ${day}) - extract(month from i.first_month))::int`;
}

const LETTING = {
  ...columnsOf('lettings', ['rent_pcm', 'bedrooms', 'property_type', 'room_type', 'bills_included']),
  ...columnsOf('lettings', ['advertised_on']),
  ...required(columnsOf('lettings', ['let_on'])),
};
export type NearLetting = RowOf<typeof LETTING> & { distance_m: number };

/**
 * Lets of whole homes with so many bedrooms, one fewer and one more, agreed in a range of days within a distance of a
 * point. Index lettings_position.
 */
export const lettingsAround = statement({
  name: 'lettings-around',
  parameters: {
    easting: 'float8',
    northing: 'float8',
    within_m: 'float8',
    bedrooms: 'int4',
    from: 'date',
    to: 'date',
  },
  row: { ...LETTING, distance_m: 'float8' },
  plan_each_call: true,
  build: (v) => sql`
    select ${listOf(LETTING, 'l')}, l.position <-> point(${v.easting}, ${v.northing}) as distance_m
    from lettings l
    where l.let_on between ${v.from} and ${v.to} and l.room_type is null
      and l.bedrooms between ${v.bedrooms} - 1 and ${v.bedrooms} + 1
      and l.position <@ circle(point(${v.easting}, ${v.northing}), ${v.within_m})`,
});
