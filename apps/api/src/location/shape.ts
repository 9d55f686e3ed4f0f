import { inPieces, type PieceTexts } from './pieces.ts';
import { plainGeometry } from './plain-geometry.ts';
import { areaKm2, invalid, mustCoverAtMost, pieceFor, polygonOnGrid } from './polygon.ts';

const MOST = { vertices: 2000, area_km2: 2500 };

/**
 * Checks a GeoJSON polygon or multipolygon and converts it to pieces in grid metres. Throws 422 `geometry_invalid` with
 * what is wrong: at most 2,000 vertices and 2,500 km² together.
 */
export function shapeOnGrid(given: unknown): PieceTexts {
  const { type, coordinates, ...others } = (plainGeometry(given) ?? {}) as {
    type?: unknown;
    coordinates?: unknown;
  };
  if ((type !== 'Polygon' && type !== 'MultiPolygon') || Object.keys(others).length > 0)
    throw invalid('must be a GeoJSON Polygon or MultiPolygon, or a Feature of one');
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0 || !polygons.every(isPolygon))
    throw invalid('must have rings of four or more points, each a longitude and a latitude');
  const vertices = polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > MOST.vertices)
    throw invalid(`has ${vertices} vertices, at most ${MOST.vertices} are allowed`);
  const piece_m = pieceFor(polygons.flat());
  const onGrid = polygons.map((rings) => polygonOnGrid(rings, MOST, piece_m));
  const area_km2 = onGrid.reduce((sum, [outer]) => sum + areaKm2(outer!), 0);
  mustCoverAtMost(MOST.area_km2, area_km2);
  return inPieces(onGrid);
}

function isPolygon(rings: unknown): rings is number[][][] {
  return Array.isArray(rings) && rings.length > 0 && rings.every(isRing);
}

function isRing(ring: unknown): boolean {
  return Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition);
}

function isPosition(position: unknown): boolean {
  return Array.isArray(position) && position.length === 2 && position.every(Number.isFinite);
}
