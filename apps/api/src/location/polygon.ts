import { metresOf } from '@domesday/geography/grid';
import { unprocessable } from '../http/errors.ts';
import type { GridPoint } from './place.ts';

/** How large a polygon may be. */
interface PolygonLimits {
  vertices: number;
  area_km2: number;
}

const CALL_LIMITS: PolygonLimits = { vertices: 500, area_km2: 250 };
/** A square centimetre, km²: a ring that encloses less is a line or a point. Such a hole leaves nothing out. */
const LEAST_KM2 = 1e-10;
/** A point nearer to a ring than this counts as on it, metres. */
const ON_RING_M = 1;
/**
 * Longest piece of an edge, metres. Edges are straight in degrees; on the grid a piece deviates by at most five
 * centimetres.
 */
const PIECE_M = 1000;
/** Most points added to edges. In a polygon that would need more, the added points lie farther apart. */
const MOST_ADDED = 4000;
const DEGREE_M = 111_320;

/**
 * Checks a GeoJSON polygon and converts it to grid metres. Repeated points and holes without area are dropped, and
 * points are added on long edges. Throws 422 `geometry_invalid` with what is wrong.
 */
export function polygonOnGrid(
  coordinates: number[][][],
  most = CALL_LIMITS,
  piece_m = pieceFor(coordinates),
): GridPoint[][] {
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
    // Coordinates are not rounded: corners closer than the last digit would coincide, and edges would cross.
    return withPointsOnEdges(ring.filter(isNew), piece_m).map(
      ([lng, lat]): GridPoint => metresOf(lng!, lat!),
    );
  });
  for (const [i, ring] of rings.entries()) {
    if (crossesItself(ring)) throw invalid(`has ${named(i)} that crosses or touches itself`);
  }
  const [outer, ...others] = rings as [GridPoint[], ...GridPoint[][]];
  const area_km2 = areaKm2(outer);
  if (area_km2 < LEAST_KM2) throw invalid('encloses no area');
  mustCoverAtMost(most.area_km2, area_km2);
  const holes = others.filter((hole) => areaKm2(hole) >= LEAST_KM2);
  for (const hole of holes) mustLieIn(outer, area_km2, hole, named(others.indexOf(hole) + 1));
  return [outer, ...holes];
}

/**
 * Throws if a hole is as large as the outer ring, or lies outside it: the rings are then in the wrong order, or are
 * separate polygons. A corner within a metre of the outer ring counts as on it.
 */
function mustLieIn(outer: GridPoint[], area_km2: number, hole: GridPoint[], name: string): void {
  if (areaKm2(hole) >= area_km2)
    throw invalid(`has ${name} that is as large as its outer ring or larger: the outer ring comes first`);
  if (hole.every((corner) => isOutside(corner, outer)))
    throw invalid(`has ${name} that does not lie in its outer ring: send several areas as a MultiPolygon`);
}

function isOutside([x, y]: GridPoint, ring: GridPoint[]): boolean {
  let inside = false;
  for (let i = 0; i < ring.length - 1; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i]!, ring[i + 1]!];
    const [along, across] = [x2 - x1, y2 - y1];
    const share = ((x - x1) * along + (y - y1) * across) / (along ** 2 + across ** 2 || 1);
    const at = Math.min(1, Math.max(0, share));
    if (Math.hypot(x - x1 - at * along, y - y1 - at * across) < ON_RING_M) return false;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * along) / across) inside = !inside;
  }
  return !inside;
}

const isNew = ([lng, lat]: number[], i: number, ring: number[][]): boolean =>
  i === 0 || lng !== ring[i - 1]![0] || lat !== ring[i - 1]![1];

/** Distance between the points on the edges of all rings, metres. */
export function pieceFor(rings: readonly number[][][]): number {
  let edges_m = 0;
  for (const ring of rings) for (let i = 1; i < ring.length; i++) edges_m += lengthM(ring[i - 1]!, ring[i]!);
  return Math.max(PIECE_M, edges_m / MOST_ADDED);
}

/** Greatest length of an edge given in degrees, metres: a degree is longest at the equator. */
const lengthM = ([x1, y1]: number[], [x2, y2]: number[]): number =>
  DEGREE_M * Math.hypot(x2! - x1!, y2! - y1!);

/** The ring with points added on each edge that is longer than a piece, all in degrees. */
function withPointsOnEdges(ring: readonly number[][], piece_m: number): number[][] {
  return ring.flatMap((end, i) => {
    const start = ring[i - 1];
    if (start === undefined) return [end];
    const pieces = Math.max(1, Math.ceil(lengthM(start, end) / piece_m));
    return Array.from({ length: pieces }, (_, piece) => {
      if (piece === pieces - 1) return end;
      return start.map((from, axis) => from + ((end[axis]! - from) * (piece + 1)) / pieces);
    });
  });
}

/** Throws 422 `geometry_invalid` if a polygon, or several together, cover more than is allowed. */
export function mustCoverAtMost(most_km2: number, area_km2: number): void {
  if (area_km2 > most_km2)
    throw invalid(`covers ${Math.round(area_km2)} km², at most ${most_km2} are allowed`);
}

const named = (ring: number): string => (ring === 0 ? 'an outer ring' : `a hole, number ${ring},`);

export function middleOf(ring: GridPoint[]): GridPoint {
  const n = ring.length - 1;
  const sum = ring.slice(0, n).reduce(([e, m], [x, y]) => [e + x, m + y] as GridPoint, [0, 0] as GridPoint);
  return [sum[0] / n, sum[1] / n];
}

export function areaKm2(ring: GridPoint[]): number {
  // Relative to a corner: products of full grid coordinates would lose the area of small rings.
  const [x, y] = ring[0]!;
  let twice_area = 0;
  for (let i = 0; i < ring.length - 1; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i]!, ring[i + 1]!];
    twice_area += (x1 - x) * (y2 - y) - (x2 - x) * (y1 - y);
  }
  return Math.abs(twice_area) / 2e6;
}

/**
 * Whether two edges that are not neighbours cross or touch. Edges are visited from west to east, and each is compared
 * only with edges that begin before it ends and overlap it from south to north. The bounds are in typed arrays, because
 * a ring may have millions of such pairs.
 */
function crossesItself(ring: GridPoint[]): boolean {
  const n = ring.length - 1;
  const west = (i: number) => Math.min(ring[i]![0], ring[i + 1]![0]);
  const edges = Array.from({ length: n }, (_, i) => i).sort((a, b) => west(a) - west(b));
  const bound = (of: (a: number, b: number) => number, axis: 0 | 1) =>
    Float64Array.from(edges, (i) => of(ring[i]![axis], ring[i + 1]![axis]));
  const [wests, easts] = [bound(Math.min, 0), bound(Math.max, 0)];
  const [souths, norths] = [bound(Math.min, 1), bound(Math.max, 1)];
  for (let place = 0; place < n; place++) {
    const [i, east, south, north] = [edges[place]!, easts[place]!, souths[place]!, norths[place]!];
    for (let next = place + 1; next < n && wests[next]! <= east; next++) {
      if (souths[next]! > north || norths[next]! < south) continue;
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

/** A ring in PostgreSQL's text form of a polygon, which is closed implicitly. */
export function polygonText(ring: GridPoint[]): string {
  return `(${ring
    .slice(0, -1)
    .map(([e, n]) => `(${e},${n})`)
    .join(',')})`;
}

export function invalid(issue: string): Error {
  return unprocessable('geometry_invalid', `The polygon ${issue}.`, [{ field: 'polygon', issue }]);
}
