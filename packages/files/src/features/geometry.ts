/** Longitude and latitude, or easting and northing; the caller knows which. */
export type Position = [number, number];
export type Ring = Position[];

/** The geometries of areas, lines and points: GeoJSON without collections. */
export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint'; coordinates: Position[] }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] };

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** The deepest nesting of collections. Reading far deeper ones would overflow the stack and end the whole load. */
export const DEEPEST = 32;
export const TOO_DEEP = `The geometry has more than ${DEEPEST} collections in one another.`;

/** A shape that cannot be used, with the reason in a sentence. */
export class GeometryProblem extends Error {
  override name = 'GeometryProblem';
}

/**
 * Simplifies a GeoJSON geometry as councils publish it: drops heights and measures (`[x, y, 0, null]`), closes rings,
 * removes repeated vertices, reduces collections to their polygons (else their lines, else their points). Throws
 * GeometryProblem if nothing usable is left.
 */
export function plainGeometry(raw: unknown): Geometry {
  const parts: Parts = { polygons: [], lines: [], points: [] };
  collect(raw, parts);
  if (parts.polygons.length === 1) return { type: 'Polygon', coordinates: parts.polygons[0]! };
  if (parts.polygons.length > 1) return { type: 'MultiPolygon', coordinates: parts.polygons };
  if (parts.lines.length === 1) return { type: 'LineString', coordinates: parts.lines[0]! };
  if (parts.lines.length > 1) return { type: 'MultiLineString', coordinates: parts.lines };
  if (parts.points.length === 1) return { type: 'Point', coordinates: parts.points[0]! };
  if (parts.points.length > 1) return { type: 'MultiPoint', coordinates: parts.points };
  throw new GeometryProblem('The feature has no geometry.');
}

interface Parts {
  polygons: Ring[][];
  lines: Position[][];
  points: Position[];
}

function collect(raw: unknown, parts: Parts, depth = 0): void {
  if (raw === null || raw === undefined) return;
  if (depth > DEEPEST) throw new GeometryProblem(TOO_DEEP);
  const { type, coordinates, geometries } = raw as {
    type?: string;
    coordinates?: unknown;
    geometries?: unknown;
  };
  const list = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  switch (String(type).toLowerCase()) {
    case 'point':
      if (list.length > 0) parts.points.push(position(list));
      return;
    case 'multipoint':
      for (const point of list) parts.points.push(position(point));
      return;
    case 'linestring':
      addLine(list, parts.lines);
      return;
    case 'multilinestring':
      for (const line of list) addLine(line, parts.lines);
      return;
    case 'polygon':
      addPolygon(list, parts.polygons);
      return;
    case 'multipolygon':
      for (const polygon of list) addPolygon(polygon, parts.polygons);
      return;
    case 'geometrycollection':
      for (const part of Array.isArray(geometries) ? geometries : []) collect(part, parts, depth + 1);
      return;
    default:
      throw new GeometryProblem(`The geometry type "${String(type).slice(0, 40)}" is not known.`);
  }
}

function position(raw: unknown): Position {
  const [x, y] = Array.isArray(raw) ? raw : [];
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw new GeometryProblem('A coordinate is not a number.');
  }
  return [x, y];
}

function positions(raw: unknown): Position[] {
  const out: Position[] = [];
  for (const item of Array.isArray(raw) ? raw : []) {
    const next = position(item);
    const last = out.at(-1);
    if (!last || last[0] !== next[0] || last[1] !== next[1]) out.push(next);
  }
  return out;
}

function addLine(raw: unknown, lines: Position[][]): void {
  const line = positions(raw);
  if (line.length > 1) lines.push(line);
}

/**
 * Adds a polygon. Rings with fewer than three corners are dropped. A ring that does not meet the outer ring is taken as
 * another polygon rather than a hole: the rings of a shape were copied one after another.
 */
function addPolygon(raw: unknown, polygons: Ring[][]): void {
  const parts: { rings: Ring[]; box: Box }[] = [];
  for (const [i, item] of (Array.isArray(raw) ? raw : []).entries()) {
    const ring = positions(item);
    const [first, last] = [ring[0], ring.at(-1)];
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push([first[0], first[1]]);
    if (ring.length < 4) {
      if (i === 0) return;
      continue;
    }
    const box = boxOf(ring);
    const beside = parts.find((part) => meets(box, part.box));
    if (beside) beside.rings.push(ring);
    else parts.push({ rings: [ring], box });
  }
  for (const { rings } of parts) polygons.push(rings);
}

export function boxOf(...rings: Ring[]): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const ring of rings) {
    for (const [x, y] of ring) {
      if (x < box.minX) box.minX = x;
      if (x > box.maxX) box.maxX = x;
      if (y < box.minY) box.minY = y;
      if (y > box.maxY) box.maxY = y;
    }
  }
  return box;
}

export function meets(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

/** Applies `change` to every position of a geometry, in place. Returns their number. */
export function eachPosition(geometry: Geometry, change: (position: Position) => void): number {
  let count = 0;
  const visit = (list: Position[]) => {
    for (const item of list) change(item);
    count += list.length;
  };
  switch (geometry.type) {
    case 'Point':
      visit([geometry.coordinates]);
      break;
    case 'MultiPoint':
    case 'LineString':
      visit(geometry.coordinates);
      break;
    case 'MultiLineString':
    case 'Polygon':
      for (const line of geometry.coordinates) visit(line);
      break;
    case 'MultiPolygon':
      for (const polygon of geometry.coordinates) for (const ring of polygon) visit(ring);
  }
  return count;
}

/** Polygons of a geometry, each with its rings; none for points and lines. */
export function polygonsOf(geometry: Geometry): Ring[][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** Whether a point lies inside a ring, by counting the edges that a line to its east crosses. */
export function ringHolds(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** Area in square units of the coordinates: outer rings minus their holes (shoelace formula). */
export function enclosedArea(geometry: Geometry): number {
  let sum = 0;
  for (const rings of polygonsOf(geometry)) {
    rings.forEach((ring, i) => {
      const area = Math.abs(signedArea(ring));
      sum += i === 0 ? area : -area;
    });
  }
  return Math.max(0, sum);
}

/** The signed area of a ring: positive if it runs anticlockwise with the second axis up. */
export function signedArea(ring: Ring): number {
  let twice_area = 0;
  const [ox, oy] = ring[0] ?? [0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    twice_area += (x1 - ox) * (y2 - oy) - (x2 - ox) * (y1 - oy);
  }
  return twice_area / 2;
}
