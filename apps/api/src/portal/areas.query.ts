import { json, orNull, required, sql, statement } from '@domesday/db';
import type { Accuracy } from '@domesday/valuation';

/** Position and authorities of the postcodes of an outcode; index postcodes_outcode. */
export const outcodeSummary = statement({
  name: 'portal-outcode',
  parameters: { outcode: 'text' },
  row: {
    ...required({ code: 'text' }),
    name: 'text?',
    postcodes: 'int8',
    easting: 'float8?',
    northing: 'float8?',
  },
  build: ({ outcode }) => sql`
    select p.local_authority_code as code, min(l.name) as name, count(*) as postcodes,
           avg(p.easting)::float8 as easting, avg(p.northing)::float8 as northing
      from postcodes p left join local_authorities l on l.code = p.local_authority_code
     where p.outcode = ${outcode} and p.terminated_on is null and p.local_authority_code is not null
     group by p.local_authority_code order by postcodes desc, code`,
});

/** Median prices of the sectors of an outcode; index price_sectors_outcode. */
export const sectorPrices = statement({
  name: 'portal-sector-prices',
  parameters: { outcode: 'text' },
  row: { sector: 'text', n: 'int4', median: 'int4', position: 'point' },
  build: ({ outcode }) =>
    sql`select sector, n, median, position from price_sectors where outcode = ${outcode} order by sector`,
});

/** Whether sector prices are built at all. Only then does a missing price mean that a sector has too few sales. */
export const anySectorPrices = statement({
  name: 'portal-any-sector-prices',
  row: { priced: 'bool' },
  build: () => sql`select exists (select from price_sectors) as priced`,
});

/** The outcodes of an authority with their recent prices; index postcodes_local_authority. */
export const authorityOutcodes = statement({
  name: 'portal-authority-outcodes',
  parameters: { code: 'text' },
  row: {
    outcode: 'text',
    postcodes: 'int8',
    median: 'int4?',
    n: 'int4?',
    easting: 'float8?',
    northing: 'float8?',
  },
  build: ({ code }) => sql`
    select o.outcode, o.postcodes, s.median, s.n, o.easting, o.northing
      from (select outcode, count(*) as postcodes, avg(easting)::float8 as easting, avg(northing)::float8 as northing
              from postcodes where local_authority_code = ${code} and terminated_on is null group by outcode) o
      left join lateral (select round(sum(median::float8 * n) / sum(n))::integer as median, sum(n)::integer as n
                           from price_sectors where price_sectors.outcode = o.outcode) s on true
     order by o.outcode`,
});

/**
 * The published index of an authority since a month, from its newer code if both have figures; primary key of
 * house_price_index.
 */
export const authorityIndex = statement({
  name: 'portal-authority-index',
  parameters: { codes: '_text', since: 'date' },
  row: {
    month: 'date',
    property_type: 'text',
    average_price: 'float8?',
    sales_volume: 'int4?',
    area_name: 'text',
  },
  build: ({ codes, since }) => sql`
    select distinct on (month, property_type) month, property_type, average_price, sales_volume, area_name
      from house_price_index
     where area_code = any (${codes}) and month >= ${since} and property_type <> 'new_build'
     order by month, property_type, area_code desc`,
});

/**
 * The measured errors of past valuations in an outcode. `found` is false if the outcode was not fitted. `accuracy` is
 * null then, and if an earlier build did not measure it. Primary key of valuation_areas.
 */
export const areaAccuracy = statement({
  name: 'portal-area-accuracy',
  parameters: { area: 'text' },
  row: { fitted: 'bool', found: 'bool', accuracy: orNull(json<Accuracy>('jsonb')) },
  build: ({ area }) => sql`
    select exists (select from valuation_areas) as fitted, a.area is not null as found,
           a.settings -> 'accuracy' as accuracy
      from (select) one left join valuation_areas a on a.area = ${area}`,
});
