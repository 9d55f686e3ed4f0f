import type { DbClient, Queryable } from '@domesday/db';
import type { FittedArea } from './fit-area.ts';

/** The served areas, with the signature of the evidence they were fitted to; primary key of valuation_areas. */
export async function standingAreas(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ area: string; signature: string }>(
    'select area, signature from valuation_areas',
  );
  return new Map(rows.map((row) => [row.area, row.signature]));
}

/** Opens a build and returns its number. */
export async function insertBuild(
  client: DbClient,
  build: {
    built_at: Date;
    known_before: string;
    fitted: number;
    kept: number;
    sales: number;
    parameters: unknown;
  },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into valuation_builds (built_at, known_before, areas_fitted, areas_kept, sales, parameters)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      build.built_at,
      build.known_before,
      build.fitted,
      build.kept,
      build.sales,
      JSON.stringify(build.parameters),
    ],
  );
  return rows[0]!.id;
}

/** Deletes areas with everything that references them; primary key of valuation_areas. */
export async function deleteAreas(client: DbClient, areas: readonly string[]): Promise<void> {
  await client.query('delete from valuation_areas where area = any ($1)', [areas]);
}

/** Writes one fitted area. */
export async function insertArea(
  client: DbClient,
  build_id: number,
  signature: string,
  fitted: FittedArea,
): Promise<void> {
  const { area } = fitted;
  await client.query(
    `insert into valuation_areas
       (area, build_id, signature, known_before, sales, intercept, area_intercept, elasticities, settings)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      area,
      build_id,
      signature,
      fitted.known_before,
      fitted.sales,
      fitted.intercept,
      fitted.area_intercept,
      fitted.elasticities,
      JSON.stringify(fitted.settings),
    ],
  );
  for (const index of fitted.indices) {
    await client.query(
      `insert into valuation_indices (area, property_type, id, backbone_area, first_month, data_month,
         slope_per_month, own_slope_per_month, log_levels, recent_sales)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        area,
        index.property_type,
        index.id,
        fitted.backbone_area,
        `${index.first_month}-01`,
        `${index.data_month}-01`,
        index.slope_per_month,
        index.own_slope_per_month ?? 0,
        index.log_levels,
        index.recent_sales,
      ],
    );
  }
  const { places, comparables } = fitted;
  await client.query(
    `insert into valuation_postcodes (area, postcode, effects)
     select $1, * from unnest ($2::text[], $3::text[])`,
    [area, places.map((row) => row.postcode), places.map((row) => row.effects)],
  );
  await client.query(
    `insert into valuation_comparables (area, property_type, uprn, position, sale)
     select $1, r.property_type, r.uprn, point(r.easting, r.northing), r.sale
     from unnest ($2::text[], $3::bigint[], $4::float8[], $5::float8[], $6::text[])
       as r (property_type, uprn, easting, northing, sale)
     order by r.property_type, r.northing, r.easting`,
    [
      area,
      comparables.map((row) => row.property_type),
      comparables.map((row) => row.uprn),
      comparables.map((row) => row.easting),
      comparables.map((row) => row.northing),
      comparables.map((row) => row.sale),
    ],
  );
}
