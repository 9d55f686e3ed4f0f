import type { Queryable } from '@domesday/db';
import type { FittedSettings, GrowthIndex, PlaceEffect } from '@domesday/valuation';

export interface BuiltIndex extends GrowthIndex {
  property_type: string;
  /** Standard sales of the type in the area's last five years. */
  recent_sales: number;
}

/** What a build keeps of an area, the places of its postcodes aside. */
export interface AreaHead {
  build_id: number;
  intercept: number;
  area_intercept: number | null;
  elasticities: number[] | null;
  settings: FittedSettings;
  indices: BuiltIndex[];
}

/** Settings of an area and its index by type: primary keys of valuation_areas and valuation_indices. */
export async function areaHead(db: Queryable, area: string): Promise<AreaHead | null> {
  const { rows } = await db.query<AreaHead>({
    name: 'valuation-area-head',
    text: `select v.build_id, v.intercept, v.area_intercept, v.elasticities, v.settings,
        (select json_agg(json_build_object('property_type', i.property_type,
          'recent_sales', i.recent_sales, 'id', i.id, 'area', i.area,
          'first_month', to_char(i.first_month, 'YYYY-MM'), 'data_month', to_char(i.data_month, 'YYYY-MM'),
          'slope_per_month', i.slope_per_month, 'own_slope_per_month', i.own_slope_per_month,
          'log_levels', i.log_levels)) from valuation_indices i where i.area = v.area) as indices
      from valuation_areas v where v.area = $1`,
    values: [area],
  });
  return rows[0] ?? null;
}

/**
 * The build of an area, and what it says of a postcode or sector, or of the sector of a postcode without sales;
 * null where the area has no build. Primary keys of valuation_areas and valuation_postcodes.
 */
export async function builtPlace(
  db: Queryable,
  area: string,
  postcode: string | null,
): Promise<{ build_id: number; effects: PlaceEffect[] | null } | null> {
  const { rows } = await db.query({
    name: 'built-place',
    text: `select build_id, (
        select effects::json from valuation_postcodes p
        where p.area = v.area and p.postcode in ($2, left($2, -2))
        order by p.postcode desc limit 1) as effects
      from valuation_areas v where v.area = $1`,
    values: [area, postcode],
  });
  return rows[0] ?? null;
}
