import {
  columnsOf,
  nation,
  oneOf,
  orNull,
  type Queryable,
  type RowOf,
  required,
  sql,
  statement,
} from '@domesday/db';
import { byFloorArea, newestFirst } from '../packed-sales/usable.ts';

const SOLD_IN = required(columnsOf('sales', ['postcode']));

/** A hash of all values that a fit reads. It does not depend on the order of the rows. */
const MARK = { mark: 'text' } as const;

const POSTCODE_SALES = { ...SOLD_IN, n: 'int4', ...MARK } as const;
export type PostcodeSales = RowOf<typeof POSTCODE_SALES>;

/** The number of sales of each postcode, and a hash that changes when any of them does. One pass over sales. */
export const salesByPostcode = statement({
  name: 'sales-by-postcode',
  row: POSTCODE_SALES,
  build: () => sql`
    select postcode, count(*)::int as n,
      bit_xor(hash_record_extended(row(transaction_id, price, date, property_type, new_build, tenure, category, uprn,
        (position)[0], (position)[1], saon, paon, street, locality, town), 0))::text as mark
    from sales where postcode is not null group by postcode`,
});

/** A hash of the certificates of each postcode. One pass over energy_certificates. */
export const certificatesByPostcode = statement({
  name: 'certificates-by-postcode',
  row: { ...required(columnsOf('energy_certificates', ['postcode'])), ...MARK },
  build: () => sql`
    select postcode,
      bit_xor(hash_record_extended(row(certificate_number, uprn, lodged_on, property_type, floor_area_sqm,
        habitable_rooms, construction_age), 0))::text as mark
    from energy_certificates where postcode is not null group by postcode`,
});

/**
 * All sales of some postcodes, with the floor area of the newest certificate of the same UPRN that has a usable one.
 * The band of construction is that of the newest certificate, as in the comparables operations. The rows are in order,
 * so that a fit depends only on the data and not on the physical order of the table. Indexes: sales_postcode_date,
 * energy_certificates_uprn.
 */
export const salesOfPostcodes = statement({
  name: 'sales-of-postcodes',
  parameters: { postcodes: '_text' },
  row: {
    ...columnsOf('sales', [
      'transaction_id',
      'price',
      'date',
      'property_type',
      'new_build',
      'tenure',
      'category',
    ]),
    ...SOLD_IN,
    saon: 'text',
    paon: 'text',
    street: 'text',
    locality: 'text',
    town: 'text',
    uprn: 'text?',
    easting: 'float8?',
    northing: 'float8?',
    floor_area_sqm: 'float8?',
    floor_area_lodged_on: 'date?',
    construction_age: 'text?',
    habitable_rooms: 'int2?',
    certificate_type: orNull(oneOf('detached', 'semi_detached', 'terraced', 'flat', 'bungalow', 'other')),
  },
  plan_each_call: true,
  build: ({ postcodes }) => sql`
    select s.transaction_id, s.price, s.date, s.postcode, s.property_type, s.new_build, s.tenure,
      coalesce(s.saon, '') as saon, coalesce(s.paon, '') as paon, coalesce(s.street, '') as street,
      coalesce(s.locality, '') as locality, coalesce(s.town, '') as town, s.category,
      s.uprn::text as uprn, (s.position)[0] as easting, (s.position)[1] as northing,
      c.floor_area_sqm, c.lodged_on as floor_area_lodged_on, c.habitable_rooms, c.property_type as certificate_type,
      (select construction_age from energy_certificates e where uprn = s.uprn
       order by ${sql.raw(newestFirst('e'))} limit 1) as construction_age
    from sales s
    left join lateral (
      select floor_area_sqm, lodged_on, habitable_rooms, property_type from energy_certificates e
      where uprn = s.uprn and floor_area_sqm is not null
      order by ${sql.raw(byFloorArea('e'))} limit 1) c on true
    where s.postcode = any (${postcodes})
    order by s.date, s.transaction_id`,
});

const OUTCODE_PLACE = {
  outcode: 'text',
  local_authority_code: 'text?',
  region_code: 'text?',
  country: orNull(nation),
} as const;
export type OutcodePlace = RowOf<typeof OUTCODE_PLACE>;

const placesOf = statement({
  name: 'places-of-outcodes',
  parameters: { outcodes: '_text?' },
  row: OUTCODE_PLACE,
  plan_each_call: true,
  build: ({ outcodes }) => sql`
    select outcode, mode() within group (order by local_authority_code) as local_authority_code,
      mode() within group (order by region_code) as region_code,
      mode() within group (order by country) as country
    from postcodes where ${outcodes}::text[] is null or outcode = any (${outcodes}) group by outcode`,
});

/**
 * The most frequent authority, region and nation of the postcodes of each outcode; all outcodes if none is given.
 * Index: postcodes_outcode.
 */
export function placesOfOutcodes(db: Queryable, outcodes?: string[]): Promise<OutcodePlace[]> {
  return placesOf.rows(db, { outcodes: outcodes ?? null });
}

/** Region and nation of an authority, for a place that is not within one outcode. Index: postcodes_local_authority. */
export const placeOfAuthority = statement({
  name: 'place-of-authority',
  parameters: { local_authority_code: 'text' },
  row: OUTCODE_PLACE,
  build: ({ local_authority_code }) => sql`
    select '' as outcode, local_authority_code, region_code, country
    from postcodes where local_authority_code = ${local_authority_code} order by region_code nulls last limit 1`,
});

const INDEX_AREA = {
  ...columnsOf('house_price_index', ['area_code']),
  area_name: 'text',
  monthly_sales: 'float8?',
  newest: 'date',
  /** Changes when a month is added or any value is revised. */
  mark: 'text',
} as const;
export type IndexArea = RowOf<typeof INDEX_AREA>;

/** Every published index area, with its mean monthly sales over the last published year. One pass over the index. */
export const indexAreas = statement({
  name: 'index-areas',
  row: INDEX_AREA,
  build: () => sql`
    select area_code, max(area_name) as area_name,
      avg(sales_volume) filter (where property_type = 'all' and nth <= 12)::float8 as monthly_sales,
      max(month) as newest,
      concat_ws('|', max(month), count(*), sum(coalesce(index_value, average_price))::numeric(20, 4)) as mark
    from (
      select *, row_number() over (
        partition by area_code, property_type, sales_volume is null order by month desc) as nth
      from house_price_index where property_type <> 'new_build') h
    group by area_code having bool_or(property_type = 'all') order by area_code`,
});

/**
 * The published index and mean prices of one area by type, oldest first. Index: the primary key of house_price_index.
 */
export const indexRows = statement({
  name: 'index-rows',
  parameters: { area_code: 'text' },
  row: columnsOf('house_price_index', ['month', 'property_type', 'index_value', 'average_price']),
  build: ({ area_code }) => sql`
    select month, property_type, index_value, average_price
    from house_price_index
    where area_code = ${area_code} and property_type <> 'new_build' and coalesce(index_value, average_price) > 0
    order by month, property_type`,
});
