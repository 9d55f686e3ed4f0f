import { beginningOf } from '@domesday/files/values';
import { isObject, numberIn } from '../http/forms/plain-values.ts';
import { invalid } from './polygon.ts';

/** The systems whose coordinates are longitude and latitude of WGS84, as older GeoJSON files name them. */
const WGS84 = /^(urn:ogc:def:crs:)?(OGC:(1\.3)?:?CRS84|EPSG:(\d+(\.\d+)*)?:?4326)$/i;

interface GeoJson {
  type?: unknown;
  crs?: { properties?: { name?: unknown } } | null;
  features?: unknown;
  geometry?: unknown;
  coordinates?: unknown;
  bbox?: unknown;
}

/**
 * Extracts the geometry from a GeoJSON document as programs write it: from a Feature, or a FeatureCollection of one;
 * without `bbox`, `crs` and altitudes; with coordinates as numbers even if they are texts; a MultiPolygon of one
 * polygon as a Polygon. Anything else is returned unchanged, for the check to refuse. Throws 422 `geometry_invalid` for
 * another number of features, and for coordinates of another reference system.
 */
export function plainGeometry(given: unknown): unknown {
  const geometry = geometryOf(featureOf(given));
  if (!isObject(geometry)) return geometry;
  const { type, coordinates } = geometry;
  if (type === 'Polygon') return { ...geometry, coordinates: withoutAltitudes(coordinates, 2) };
  if (type !== 'MultiPolygon') return geometry;
  const polygons = withoutAltitudes(coordinates, 3);
  return Array.isArray(polygons) && polygons.length === 1
    ? { ...geometry, type: 'Polygon', coordinates: polygons[0] }
    : { ...geometry, coordinates: polygons };
}

/** The feature of a collection of one; any other value unchanged. */
function featureOf(given: unknown): unknown {
  if (!isObject(given) || given.type !== 'FeatureCollection' || !Array.isArray(given.features)) return given;
  const { features } = withoutFrame(given) as { features: unknown[] };
  if (features.length !== 1) throw invalid(`is a collection of ${features.length} features; give one`);
  return features[0];
}

/** The geometry of a feature without `bbox` and `crs`. */
function geometryOf(given: unknown): unknown {
  if (!isObject(given)) return given;
  const document = withoutFrame(given);
  if (document.type !== 'Feature' || document.geometry === undefined) return document;
  if (document.geometry === null) throw invalid('is a Feature without a geometry');
  return isObject(document.geometry) ? withoutFrame(document.geometry) : document.geometry;
}

function withoutFrame({ crs, bbox: _, ...document }: GeoJson): GeoJson {
  if (crs !== undefined && crs !== null) mustBeWgs84(crs);
  return document;
}

function mustBeWgs84(crs: NonNullable<GeoJson['crs']>): void {
  const name = beginningOf(String(crs.properties?.name ?? 'without a name'), 60);
  if (!WGS84.test(name))
    throw invalid(`is in the coordinate system ${name}; give longitude and latitude of WGS84 (CRS84)`);
}

/** Reduces the positions `depth` levels down to longitude and latitude. */
function withoutAltitudes(coordinates: unknown, depth: number): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  if (depth > 0) return coordinates.map((inner) => withoutAltitudes(inner, depth - 1));
  const position = coordinates.map(numberOf);
  const has_more = position.length > 2 && position.length <= 4;
  return has_more && position.every(Number.isFinite) ? position.slice(0, 2) : position;
}

/** The number in a text, since a body may have numbers as text; any other value unchanged. */
function numberOf(value: unknown): unknown {
  const number = typeof value === 'string' ? numberIn(value) : Number.NaN;
  return Number.isNaN(number) ? value : number;
}
