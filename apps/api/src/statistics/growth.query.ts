import type { Queryable } from '@domesday/db';

export interface PublishedRow {
  area_code: string;
  area_name: string;
  month: string;
  index_value: number;
}

/**
 * The published index of a property type for the first of the areas that has one: authority, region, nation by
 * name. Oldest month first; primary key of house_price_index.
 */
export async function publishedRows(
  db: Queryable,
  local_authority_code: string | null,
  country: string | null,
  property_type: string,
): Promise<PublishedRow[]> {
  const { rows } = await db.query<PublishedRow>({
    name: 'published-index-rows',
    text: `with candidates as (
             select $1::text as code, 1 as rank
             union all
             (select region_code, 2 from postcodes where local_authority_code = $1 and region_code is not null limit 1)
             union all
             (select area_code, 3 from house_price_index where area_name = $2 and property_type = 'all' limit 1)
           ), chosen as (
             select c.code from candidates c
             where exists (select 1 from house_price_index h
               where h.area_code = c.code and h.property_type = $3 and coalesce(h.index_value, h.average_price) > 0)
             order by rank limit 1
           )
           select h.area_code, h.area_name, to_char(h.month, 'YYYY-MM') as month,
             coalesce(h.index_value, h.average_price) as index_value
           from house_price_index h join chosen on chosen.code = h.area_code
           where h.property_type = $3 and coalesce(h.index_value, h.average_price) > 0
           order by h.month`,
    values: [local_authority_code, country, property_type],
  });
  return rows;
}
