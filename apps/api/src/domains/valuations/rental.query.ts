import { usableArea, usableSale } from '@domesday/builds/packed-sales/usable';
import { listOf, type RowOf, sql, statement } from '@domesday/db';
import type { Period } from '../../statistics/dates.ts';
import { LETTING, type LettingRow } from '../rents/evidence.query.ts';

const LEVEL = { n: 'int8', median: 'float8?' } as const;
export type PriceLevel = RowOf<typeof LEVEL>;

/**
 * Median price per square metre of standard sales with a certificate in an authority. Each price is indexed to the last
 * day by the index that the build fitted for its outcode and type, if there is one. Indexes: postcodes_local_authority,
 * sales_postcode_date, energy_certificates_uprn; primary key of valuation_indices.
 */
export const pricePerSqmOfAuthority = statement({
  name: 'price-per-sqm-of-authority',
  parameters: { authority_code: 'text', from: 'date', to: 'date' },
  row: LEVEL,
  build: (v) => medianPerSqm(v, sql`true`),
});

/** The same for the part of a sector that lies in the authority; its postcodes are found by their primary key. */
export const pricePerSqmOfSector = statement({
  name: 'price-per-sqm-of-sector',
  parameters: { authority_code: 'text', sector: 'text', from: 'date', to: 'date' },
  row: LEVEL,
  build: (v) => medianPerSqm(v, sql`p.postcode >= ${v.sector} and p.postcode < ${v.sector}::text || '~'`),
});

function medianPerSqm(
  { authority_code, from, to }: Period & { authority_code: string },
  inPlace: ReturnType<typeof sql>,
) {
  return sql`
    select count(*) as n,
      percentile_cont(0.5) within group (order by s.price
        * coalesce(exp(i.log_levels[least(${month(sql`${to}::date`)}, cardinality(i.log_levels))]
          - i.log_levels[least(${month(sql`s.date`)}, cardinality(i.log_levels))]), 1)
        / c.floor_area_sqm) as median
    from postcodes p
    join sales s on s.postcode = p.postcode
    cross join lateral (
      select floor_area_sqm from energy_certificates
      where uprn = s.uprn and ${sql.raw(usableArea('floor_area_sqm'))}
      order by lodged_on desc nulls last, certificate_number desc limit 1) c
    left join valuation_indices i
      on i.area = split_part(s.postcode, ' ', 1) and i.property_type = s.property_type
    where p.local_authority_code = ${authority_code} and ${inPlace} and s.category = 'standard'
      and ${sql.raw(usableSale('s'))} and s.date between ${from} and ${to}
      and (i.first_month is null or s.date >= i.first_month)`;
}

/** Position of a day's month in the index, from 1. */
function month(day: ReturnType<typeof sql>) {
  return sql`(1 + 12 * (extract(year from ${day}) - extract(year from i.first_month))
    + extract(month from ${day}) - extract(month from i.first_month))::int`;
}

export type NearLetting = LettingRow & { distance_m: number };

/**
 * Lets of whole homes agreed in a range of days within a distance of a point, with these bedrooms, one fewer or one
 * more. Index lettings_position.
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
  build: (v) => sql`
    select ${listOf(LETTING, 'l')}, l.position <-> point(${v.easting}, ${v.northing}) as distance_m
    from lettings l
    where l.let_on between ${v.from} and ${v.to} and l.room_type is null
      and l.bedrooms between ${v.bedrooms} - 1 and ${v.bedrooms} + 1
      and l.position <@ circle(point(${v.easting}, ${v.northing}), ${v.within_m})`,
});
