import { toGrid } from '@domesday/geography/grid';
import { unprocessable } from '../http/errors.ts';
import type { GridPoint } from './place.ts';

/** How large a polygon may be. */
interface PolygonLimits {
  vertices: number;
  area_km2: number;
}

const OF_A_CALL: PolygonLimits = { vertices: 500, area_km2: 250 };

/**
 * Checks a GeoJSON polygon and converts it to grid metres. Throws 422 `geometry_invalid` with what is wrong.
 */
export function polygonOnGrid(coordinates: number[][][], most = OF_A_CALL): GridPoint[][] {
  const vertices = coordinates.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > most.vertices)
    throw invalid(`has ${vertices} vertices, at most ${most.vertices} are allowed`);
  const rings = coordinates.map((ring, i) => {
    const [first, last] = [ring[0]!, ring.at(-1)!];
    if (first[0] !== last[0] || first[1] !== last[1])
      throw invalid(`has ${named(i)} that is not closed: its last point must equal its first`);
    for (const [lng, lat] of ring as [number, number][]) {
      if (lat < 49 || lat > 61.5 || lng < -9.5 || lng > 2.5) {
        throw invalid(`has ${named(i)} that leaves Great Britain; GeoJSON gives longitude before latitude`);
      }
    }
    return ring.map(([lng, lat]): GridPoint => {
      const { easting, northing } = toGrid(lat!, lng!);
      return [easting, northing];
    });
  });
  for (const [i, ring] of rings.entries()) {
    if (crossesItself(ring)) throw invalid(`has ${named(i)} that crosses itself`);
  }
  const area_km2 = Math.abs(signedArea(rings[0]!)) / 1e6;
  if (area_km2 === 0) throw invalid('encloses no area');
  if (area_km2 > most.area_km2)
    throw invalid(`covers ${Math.round(area_km2)} km², at most ${most.area_km2} are allowed`);
  return rings;
}

const named = (ring: number): string => (ring === 0 ? 'an outer ring' : `a hole, number ${ring},`);

export function middleOf(ring: GridPoint[]): GridPoint {
  const n = ring.length - 1;
  const sum = ring.slice(0, n).reduce(([e, m], [x, y]) => [e + x, m + y] as GridPoint, [0, 0] as GridPoint);
  return [sum[0] / n, sum[1] / n];
}

function signedArea(ring: GridPoint[]): number {
  let twice = 0;
  for (let i = 0; i < ring.length - 1; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i]!, ring[i + 1]!];
    twice += x1 * y2 - x2 * y1;
  }
  return twice / 2;
}

/**
 * Whether two edges that are not neighbours cross. The edges are passed from west to east, and each is compared only with
 * those that begin before it ends.
 */
function crossesItself(ring: GridPoint[]): boolean {
  const n = ring.length - 1;
  const west = (i: number) => Math.min(ring[i]![0], ring[i + 1]![0]);
  const east = (i: number) => Math.max(ring[i]![0], ring[i + 1]![0]);
  const edges = Array.from({ length: n }, (_, i) => i).sort((a, b) => west(a) - west(b));
  for (const [place, i] of edges.entries()) {
    for (let next = place + 1; next < n && west(edges[next]!) <= east(i); next++) {
      const j = edges[next]!;
      const apart = Math.abs(i - j);
      if (apart === 1 || apart === n - 1) continue;
      if (segmentsMeet(ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!)) return true;
    }
  }
  return false;
}

function segmentsMeet(a: GridPoint, b: GridPoint, c: GridPoint, d: GridPoint): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && between(a, b, c)) ||
    (abd === 0 && between(a, b, d)) ||
    (cda === 0 && between(c, d, a)) ||
    (cdb === 0 && between(c, d, b))
  );
}

function turn(a: GridPoint, b: GridPoint, c: GridPoint): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function between(a: GridPoint, b: GridPoint, p: GridPoint): boolean {
  return (
    p[0] >= Math.min(a[0], b[0]) &&
    p[0] <= Math.max(a[0], b[0]) &&
    p[1] >= Math.min(a[1], b[1]) &&
    p[1] <= Math.max(a[1], b[1])
  );
}

export function invalid(issue: string): Error {
  return unprocessable('geometry_invalid', `The polygon ${issue}.`, [{ field: 'polygon', issue }]);
}
