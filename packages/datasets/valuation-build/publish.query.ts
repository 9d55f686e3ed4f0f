import type { DbClient, Queryable } from '@domesday/db';
import type { LocationEffects } from '@domesday/valuation/fit';
import { FITTED_TYPES } from '@domesday/valuation/fit';
import type { FittedArea } from './fit-area.ts';

/** Areas that stand, with the signature of the sales they were fitted to; primary key of valuation_areas. */
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

/** Takes areas away with all that hangs on them; primary key of valuation_areas. */
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
  const { area, model, settings } = fitted;
  await client.query(
    `insert into valuation_areas
       (area, build_id, signature, known_before, sales, intercept, area_intercept, elasticities, settings)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      area,
      build_id,
      signature,
      model.known_before,
      fitted.sales,
      model.location.intercept,
      model.price_per_area?.places.intercept ?? null,
      model.price_per_area?.elasticities ?? null,
      JSON.stringify(settings),
    ],
  );
  for (const [type, index] of model.indices.entries()) {
    await client.query(
      `insert into valuation_indices
         (area, property_type, id, backbone_area, first_month, data_month, slope_per_month, own_slope_per_month, log_levels)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        area,
        FITTED_TYPES[type],
        index.id,
        model.backbone.area,
        `${index.first_month}-01`,
        `${index.data_month}-01`,
        index.slope_per_month,
        index.own_slope_per_month ?? 0,
        Array.from(index.log_levels),
      ],
    );
  }
  await insertPlaces(client, area, 'price', model.location);
  if (model.price_per_area) await insertPlaces(client, area, 'price_per_sqm', model.price_per_area.places);
}

async function insertPlaces(
  client: DbClient,
  area: string,
  measure: string,
  location: LocationEffects,
): Promise<void> {
  for (const family of location.families) {
    const found = [...family.numbers].filter(([, code]) => family.counts[code]! > 0);
    if (found.length === 0) continue;
    await client.query(
      `insert into valuation_places (area, measure, family, key, effect, n)
       select $1, $2, $3, * from unnest ($4::text[], $5::real[], $6::integer[])`,
      [
        area,
        measure,
        family.name,
        found.map(([key]) => key),
        found.map(([, code]) => family.effects[code]!),
        found.map(([, code]) => family.counts[code]!),
      ],
    );
  }
}
