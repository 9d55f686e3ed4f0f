import { columnsOf, json, orNull, type RowOf, sql, statement } from '@domesday/db';
import type { FittedSettings, GrowthIndex, PlaceEffect } from '@domesday/valuation';

export interface BuiltIndex extends GrowthIndex {
  property_type: string;
  /** Standard sales of the type in the area in the last five years. */
  recent_sales: number;
}

const AREA_HEAD = {
  ...columnsOf('valuation_areas', ['build_id', 'intercept', 'area_intercept', 'elasticities']),
  settings: json<FittedSettings>('jsonb'),
  indices: json<BuiltIndex[]>(),
};
/** The build's record of an area, without the places of its postcodes. */
export type AreaHead = RowOf<typeof AREA_HEAD>;

/** Settings of an area and its index by type: primary keys of valuation_areas and valuation_indices. */
export const areaHead = statement({
  name: 'valuation-area-head',
  parameters: { area: 'text' },
  row: AREA_HEAD,
  build: ({ area }) => sql`
    select v.build_id, v.intercept, v.area_intercept, v.elasticities, v.settings,
      (select coalesce(json_agg(json_build_object('property_type', i.property_type,
        'recent_sales', i.recent_sales, 'id', i.id, 'area', i.area,
        'first_month', to_char(i.first_month, 'YYYY-MM'), 'data_month', to_char(i.data_month, 'YYYY-MM'),
        'slope_per_month', i.slope_per_month, 'own_slope_per_month', i.own_slope_per_month,
        'log_levels', i.log_levels) order by i.property_type), '[]') from valuation_indices i where i.area = v.area) as indices
    from valuation_areas v where v.area = ${area}`,
});

/**
 * The build of an area with its effects for a postcode or sector, or for the sector of a postcode without sales; null
 * if the area has no build. Primary keys of valuation_areas and valuation_postcodes.
 */
export const builtPlace = statement({
  name: 'built-place',
  parameters: { area: 'text', postcode: 'text?' },
  row: { ...columnsOf('valuation_areas', ['build_id']), effects: orNull(json<PlaceEffect[]>()) },
  build: ({ area, postcode }) => sql`
    select build_id, (
      select effects::json from valuation_postcodes p
      where p.area = v.area and p.postcode in (${postcode}, left(${postcode}, -2))
      order by p.postcode desc limit 1) as effects
    from valuation_areas v where v.area = ${area}`,
});
