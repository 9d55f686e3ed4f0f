import { columnsOf, nation, nullable, orNull, type RowOf, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';

const MARKET_AREA = {
  /** null for the postcodes that the look-up lacks. */
  ...nullable(columnsOf('brmas', ['brma_key', 'name', 'code'])),
  country: orNull(nation),
  postcodes: 'int8',
} as const;
export type MarketAreaRow = RowOf<typeof MARKET_AREA>;

/**
 * Live postcodes of a place by broad rental market area, the commonest area first. Indexes: the primary keys of
 * postcodes and brma_postcodes, postcodes_position.
 */
export const marketAreasOfPlace = areaStatement({
  name: 'market-areas-of-place',
  row: MARKET_AREA,
  columns: { postcode: 'p.postcode', position: 'p.position' },
  build: (_, inArea) => sql`
    select b.brma_key, m.name, m.code, mode() within group (order by p.country) as country,
      count(*) as postcodes
    from postcodes p
    left join brma_postcodes b on b.postcode = p.postcode
    left join brmas m on m.brma_key = b.brma_key
    where p.terminated_on is null and ${inArea}
    group by b.brma_key, m.name, m.code
    order by postcodes desc, m.name`,
});

/** The market area of the live postcode nearest to a point, within `radius_m`; index postcodes_position. */
export const marketAreaNearest = statement({
  name: 'market-area-nearest',
  parameters: { easting: 'float8', northing: 'float8', radius_m: 'float8' },
  row: MARKET_AREA,
  build: ({ easting, northing, radius_m }) => sql`
    select brma_key, name, code, country, 1::bigint as postcodes from (
      select b.brma_key, m.name, m.code, p.country, p.postcode
      from postcodes p
      join brma_postcodes b on b.postcode = p.postcode
      join brmas m on m.brma_key = b.brma_key
      where p.terminated_on is null and p.position <@ circle(point(${easting}, ${northing}), ${radius_m})
      order by p.position <-> point(${easting}, ${northing}) fetch first row with ties) nearest
    order by postcode limit 1`,
});
