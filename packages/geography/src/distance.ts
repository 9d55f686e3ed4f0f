import { eachPosition, type Geometry, type Position, ringHolds } from '@domesday/files/features/geometry';
import { metresOf } from './grid.ts';

export type Shape = Geometry;

/** Parses a shape stored as GeoJSON in degrees and converts it to grid metres. `vertices` is its number of corners. */
export function shapeOnGrid(text: string): { shape: Shape; vertices: number } {
  const shape = JSON.parse(text) as Shape;
  let vertices = 0;
  eachPosition(shape, (position) => {
    [position[0], position[1]] = metresOf(position[0], position[1]);
    vertices++;
  });
  return { shape, vertices };
}

/**
 * Metres from a point to the nearest edge, line or point of a shape in grid metres; 0 inside a polygon. It tests every
 * edge, so it is exact to rounding.
 */
export function distanceTo(geometry: Shape, x: number, y: number): number {
  switch (geometry.type) {
    case 'Point':
      return Math.hypot(geometry.coordinates[0] - x, geometry.coordinates[1] - y);
    case 'MultiPoint':
      return least(geometry.coordinates, ([e, n]) => Math.hypot(e - x, n - y));
    case 'LineString':
      return toLine(geometry.coordinates, x, y);
    case 'MultiLineString':
      return least(geometry.coordinates, (line) => toLine(line, x, y));
    case 'Polygon':
      return toPolygon(geometry.coordinates, x, y);
    case 'MultiPolygon':
      return least(geometry.coordinates, (rings) => toPolygon(rings, x, y));
  }
}

/**
 * The least distance of the parts. `Math.min(...)` would fail for a shape with more parts than a call takes arguments.
 */
function least<Part>(parts: readonly Part[], distance: (part: Part) => number): number {
  return parts.reduce((nearest, part) => Math.min(nearest, distance(part)), Number.POSITIVE_INFINITY);
}

function toPolygon(rings: Position[][], x: number, y: number): number {
  // A point in a hole is inside two rings.
  const around = rings.filter((ring) => ringHolds(ring, [x, y])).length;
  if (around % 2 === 1) return 0;
  return least(rings, (ring) => toLine(ring, x, y));
}

function toLine(line: Position[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < line.length; i++) {
    const [x1, y1] = line[i - 1]!;
    const [dx, dy] = [line[i]![0] - x1, line[i]![1] - y1];
    const length = dx * dx + dy * dy;
    // Position of the nearest point on the segment, 0 to 1.
    const at = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
    const [ex, ey] = [x1 + at * dx - x, y1 + at * dy - y];
    const squared = ex * ex + ey * ey;
    if (squared < nearest) nearest = squared;
  }
  return Math.sqrt(nearest);
}
