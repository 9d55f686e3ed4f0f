import { clipPolygon } from 'lineclip';
import { BUFFER, EXTENT, type Point, type Tile, tilePointOf } from './tile.ts';

type Ring = [number, number][];
export interface Shape {
  type: string;
  coordinates: unknown;
}

const BOX = [-BUFFER, -BUFFER, EXTENT + BUFFER, EXTENT + BUFFER];

/**
 * A GeoJSON polygon or multipolygon as rings of a tile: clipped, in whole units, outer rings clockwise on the screen.
 * Empty if no part of it lies in the tile.
 */
export function ringsOf(square: Tile, shape: Shape): Point[][] {
  const polygons =
    shape.type === 'Polygon'
      ? [shape.coordinates as Ring[]]
      : shape.type === 'MultiPolygon'
        ? (shape.coordinates as Ring[][])
        : [];
  const rings: Point[][] = [];
  for (const [outer, ...holes] of polygons) {
    const cut = outer && ringOf(square, outer, true);
    if (!cut) continue;
    rings.push(cut);
    for (const hole of holes) {
      const inner = ringOf(square, hole, false);
      if (inner) rings.push(inner);
    }
  }
  return rings;
}

function ringOf(square: Tile, ring: Ring, outer: boolean): Point[] | null {
  // A corner that rounds to the same unit as the previous one is dropped.
  const points: Point[] = [];
  for (const [longitude, latitude] of ring) {
    const [x, y] = tilePointOf(square, longitude, latitude);
    const last = points.at(-1);
    const here: Point = [Math.round(x), Math.round(y)];
    if (!last || last[0] !== here[0] || last[1] !== here[1]) points.push(here);
  }
  if (points.length < 4) return null;
  const cut = (clipPolygon(points.slice(0, -1), BOX) as Point[]).map(
    ([x, y]): Point => [Math.round(x), Math.round(y)],
  );
  const area = twiceTheArea(cut);
  if (cut.length < 3 || Math.abs(area) < 2) return null;
  if (area > 0 !== outer) cut.reverse();
  return [...cut, cut[0]!];
}

/** Positive if the corners go clockwise on the screen, since rows count downwards. */
function twiceTheArea(points: Point[]): number {
  let area = 0;
  for (const [i, [x, y]] of points.entries()) {
    const [next_x, next_y] = points[(i + 1) % points.length]!;
    area += x * next_y - next_x * y;
  }
  return area;
}
