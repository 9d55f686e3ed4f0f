import { type Box, boxOf, clipped, OFF_GRID_M } from './pieces.ts';
import type { GridPoint } from './place.ts';
import { polygonText } from './polygon.ts';

/** Corners up to which a polygon is one cell. */
const FEW_CORNERS = 16;
/** Cells along each side of any other. */
const SIDE = 16;
/** The numbers of cells far away stay integers of PostgreSQL. */
const LEAST_CELL_M = 1;

/**
 * A polygon cut by a grid of `side` by `side` cells over its box, in the text forms of PostgreSQL: of each cell, by
 * columns from the southwest, the outer ring, null where it has none, and its holes from `holes_from` up to those of
 * the next.
 */
export interface Cells {
  box: string;
  low: GridPoint;
  /** Width and height of a cell, metres. */
  size: GridPoint;
  side: number;
  outers: (string | null)[];
  holes: string[];
  holes_from: number[];
}

/**
 * Cuts a polygon, an outer ring and its holes, so that PostgreSQL compares a point with the few corners in its own
 * cell. It compares it with every corner of a whole polygon, which takes seconds for hundreds of them over a town.
 */
export function inCells(rings: readonly GridPoint[][]): Cells {
  const corners = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  const side = corners > FEW_CORNERS ? SIDE : 1;
  const { low, high } = boxOf([rings]);
  // No cut is at a whole millimetre, as positions are, and none at a corner of the box.
  const from = low.map((least) => Math.floor(least * 1000 - 1) / 1000 + OFF_GRID_M) as GridPoint;
  const size = from.map((least, axis) =>
    Math.max(LEAST_CELL_M, Math.ceil(((high[axis]! - least) / side) * 1000 + 1) / 1000),
  ) as GridPoint;
  const at = (axis: 0 | 1, n: number) => from[axis] + n * size[axis];
  const cells = Array.from({ length: side }, (_, column) => {
    const strip: Box = { low: [at(0, column), at(1, 0)], high: [at(0, column + 1), at(1, side)] };
    const inStrip = clipped([rings], strip);
    return Array.from({ length: side }, (_, row) =>
      clipped(inStrip, { low: [at(0, column), at(1, row)], high: [at(0, column + 1), at(1, row + 1)] }),
    );
  }).flat();
  const holes = cells.map(([polygon]) => polygon?.slice(1).map(polygonText) ?? []);
  let next = 1;
  const holes_from = [next, ...holes.map((of) => (next += of.length))];
  return {
    box: `(${at(0, 0)},${at(1, 0)}),(${at(0, side)},${at(1, side)})`,
    low: from,
    size,
    side,
    outers: cells.map(([polygon]) => (polygon ? polygonText(polygon[0]!) : null)),
    holes: holes.flat(),
    holes_from,
  };
}
