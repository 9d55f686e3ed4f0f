import { type Box, boxOf, clipped, OFF_GRID_M } from './pieces.ts';
import type { GridPoint } from './place.ts';
import { polygonText } from './polygon.ts';

/** A polygon with at most this many corners is a single cell. */
const FEW_CORNERS = 16;
/** Cells along each side of the box of a larger polygon. */
const SIDE = 16;
/** Least size of a cell, metres: keeps the cell numbers of distant points within PostgreSQL's integers. */
const LEAST_CELL_M = 1;

/**
 * A polygon cut by a grid of `side` by `side` cells over its box, in PostgreSQL's text forms. Cells are listed by
 * column from the south-west. `outers` has the outer ring of each cell, null if it has none. The holes of a cell begin
 * in `holes` at its number in `holes_from` and end before that of the next cell.
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
 * Cuts a polygon, an outer ring and its holes, into cells, so that PostgreSQL compares a point only with the few
 * corners in its own cell. It compares a point with every corner of an uncut polygon, which takes seconds for hundreds
 * of corners over a town.
 */
export function inCells(rings: readonly GridPoint[][]): Cells {
  const corners = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  const side = corners > FEW_CORNERS ? SIDE : 1;
  const { low, high } = boxOf([rings]);
  // Cuts lie between whole millimetres, because positions are whole millimetres, and never at a corner of the box.
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
