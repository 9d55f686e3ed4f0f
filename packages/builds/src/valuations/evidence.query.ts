import type { Queryable } from '@domesday/db';
import type { SaleRow } from '@domesday/valuation/fit';

export interface PostcodeSales {
  postcode: string;
  n: number;
  linked: number;
  total: number;
  newest: string;
}

/** How many sales each postcode has, and sums that change when any of them does; one pass over sales. */
export async function salesByPostcode(db: Queryable): Promise<PostcodeSales[]> {
  const { rows } = await db.query<PostcodeSales>(
    `select postcode, count(*)::int as n, count(uprn)::int as linked, sum(price)::bigint as total, max(date) as newest
     from sales where postcode is not null group by postcode`,
  );
  return rows;
}

export interface CertificatesByPostcode {
  postcode: string;
  n: number;
  newest: string | null;
}

/** How many certificates each postcode has; one pass over energy_certificates. */
export async function certificatesByPostcode(db: Queryable): Promise<CertificatesByPostcode[]> {
  const { rows } = await db.query<CertificatesByPostcode>(
    `select postcode, count(*)::int as n, max(lodged_on) as newest
     from energy_certificates where postcode is not null group by postcode`,
  );
  return rows;
}

/**
 * All sales of some postcodes with their floor area: that of the newest certificate of the same UPRN. Indexes
 * sales_postcode_date and energy_certificates_uprn.
 */
export async function salesOfPostcodes(db: Queryable, postcodes: readonly string[]): Promise<SaleRow[]> {
  const { rows } = await db.query<SaleRow>(
    `select s.transaction_id, s.price, s.date, s.postcode, s.property_type, s.new_build, s.tenure,
       coalesce(s.saon, '') as saon, coalesce(s.paon, '') as paon, coalesce(s.street, '') as street,
       coalesce(s.locality, '') as locality, coalesce(s.town, '') as town, s.category,
       s.uprn::text as uprn, (s.position)[0] as easting, (s.position)[1] as northing,
       c.floor_area_sqm, c.lodged_on as floor_area_lodged_on, c.construction_age
     from sales s
     left join lateral (
       select floor_area_sqm, lodged_on, construction_age from energy_certificates
       where uprn = s.uprn and floor_area_sqm is not null
       order by lodged_on desc nulls last limit 1) c on true
     where s.postcode = any ($1)`,
    [postcodes],
  );
  return rows;
}

export interface OutcodePlace {
  outcode: string;
  local_authority_code: string | null;
  region_code: string | null;
  country: string | null;
}

/** Authority, region and nation of most postcodes of outcodes, of all where none is named; index postcodes_outcode. */
export async function placesOfOutcodes(db: Queryable, outcodes?: readonly string[]): Promise<OutcodePlace[]> {
  const { rows } = await db.query<OutcodePlace>(
    `select outcode, mode() within group (order by local_authority_code) as local_authority_code,
       mode() within group (order by region_code) as region_code,
       mode() within group (order by country) as country
     from postcodes ${outcodes ? 'where outcode = any ($1)' : ''} group by outcode`,
    outcodes ? [outcodes] : [],
  );
  return rows;
}

/** Authority, region and nation of a place that lies in no single outcode; index postcodes_local_authority. */
export async function placeOfAuthority(
  db: Queryable,
  local_authority_code: string,
): Promise<OutcodePlace | null> {
  const { rows } = await db.query<OutcodePlace>(
    `select '' as outcode, local_authority_code, region_code, country
     from postcodes where local_authority_code = $1 order by region_code nulls last limit 1`,
    [local_authority_code],
  );
  return rows[0] ?? null;
}

export interface IndexArea {
  area_code: string;
  area_name: string;
  monthly_sales: number | null;
  /** Changes when a month is added or any value is revised. */
  mark: string;
}

/** Every published index area, with its mean monthly sales over the last year published; one pass over the index. */
export async function indexAreas(db: Queryable): Promise<IndexArea[]> {
  const { rows } = await db.query<IndexArea>(
    `select area_code, max(area_name) as area_name,
       avg(sales_volume) filter (where property_type = 'all' and newest <= 12)::float8 as monthly_sales,
       concat_ws('|', max(month), count(*), sum(coalesce(index_value, average_price))::numeric(20, 4)) as mark
     from (
       select *, row_number() over (
         partition by area_code, property_type, sales_volume is null order by month desc) as newest
       from house_price_index where property_type <> 'new_build') h
     group by area_code having bool_or(property_type = 'all')`,
  );
  return rows;
}

/** One area's published index by type, oldest first; primary key of house_price_index. */
export async function indexRows(
  db: Queryable,
  area_code: string,
): Promise<{ month: string; property_type: string; index_value: number }[]> {
  const { rows } = await db.query(
    `select month, property_type, coalesce(index_value, average_price) as index_value
     from house_price_index
     where area_code = $1 and property_type <> 'new_build' and coalesce(index_value, average_price) > 0
     order by month`,
    [area_code],
  );
  return rows;
}
