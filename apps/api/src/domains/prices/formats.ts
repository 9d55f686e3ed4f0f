import type { Schema } from '@domesday/contract';
import { csvOf } from '../../http/csv.ts';
import { TextAnswer } from '../../http/handler.ts';

type Comparable = Schema<'Comparable'>;

/** One row for each sale; only the JSON form has the parts of the similarity. */
export function asCsv(items: Comparable[]): TextAnswer {
  const columns = [
    'transaction_id',
    'uprn',
    'address',
    'postcode',
    'latitude',
    'longitude',
    'distance_m',
    'date',
    'price',
    'adjusted_price',
    'price_per_sqft',
    'price_per_sqm',
    'floor_area_sqm',
    'floor_area_source',
    'property_type',
    'build_form',
    'habitable_rooms',
    'tenure',
    'new_build',
    'category',
    'epc_rating',
    'similarity',
  ];
  return new TextAnswer('text/csv; charset=utf-8', csvOf(columns, items as Record<string, unknown>[]));
}

/** A feature for each sale with a position; GeoJSON puts longitude first. */
export function asGeoJson(items: Comparable[]): TextAnswer {
  const features = items.flatMap(({ latitude, longitude, ...properties }) =>
    latitude === null || longitude === null
      ? []
      : [{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }],
  );
  return new TextAnswer(
    'application/geo+json; charset=utf-8',
    JSON.stringify({ type: 'FeatureCollection', features }),
  );
}
