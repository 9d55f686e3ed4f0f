import type { GridPoint } from './place.ts';
import { polygonText } from './polygon.ts';

/** Corners of all rings of a piece above which it is cut further. */
const MOST_CORNERS = 16;
const MOST_PIECES = 256;
/** No address lies on a cut, which both pieces would hold: positions are in whole millimetres at most. */
const OFF_GRID_M = 0.0003137;

/** Polygons of the grid, each an outer ring and its holes. */
type Polygons = readonly (readonly GridPoint[][])[];

interface Piece {
  box: { low: GridPoint; high: GridPoint };
  polygons: Polygons;
  corners: number;
}

/** The polygons of all pieces in the text forms of PostgreSQL: box, outer ring and an array of holes. */
export interface PieceTexts {
  boxes: string[];
  outers: string[];
  holes: string[];
}

/**
 * Cuts polygons into pieces with few corners, in boxes that do not overlap: PostgreSQL compares a point with every corner
 * of a polygon, and so only with those near it.
 */
export function inPieces(polygons: Polygons): PieceTexts {
  const pieces: Piece[] = [];
  const uncut = [pieceOf(polygons, boxOf(polygons))];
  while (uncut.length > 0) {
    const largest = uncut.reduce((most, piece, i) => (piece.corners > uncut[most]!.corners ? i : most), 0);
    const [piece] = uncut.splice(largest, 1) as [Piece];
    const halves =
      piece.corners > MOST_CORNERS && pieces.length + uncut.length < MOST_PIECES ? cut(piece) : [];
    if (halves.some(({ corners }) => corners < piece.corners)) uncut.push(...halves);
    else pieces.push(piece);
  }
  const rows = pieces.flatMap(({ box, polygons }) => polygons.map((rings) => ({ box, rings })));
  return {
    boxes: rows.map(({ box }) => `(${box.low}),(${box.high})`),
    outers: rows.map(({ rings }) => polygonText(rings[0]!)),
    holes: rows.map(({ rings }) => `{${rings.slice(1).map((hole) => `"${polygonText(hole)}"`)}}`),
  };
}

/** The two halves of a piece, cut across the fewer edges; those without a polygon are left out. */
function cut({ box, polygons }: Piece): Piece[] {
  const middles = ([0, 1] as const).map(
    (axis) => Math.floor((box.low[axis] + box.high[axis]) * 500) / 1000 + OFF_GRID_M,
  ) as GridPoint;
  const [eastwards, northwards] = crossed(polygons, middles);
  const axis = eastwards <= northwards ? 0 : 1;
  const at_m = middles[axis];
  const moved = (corner: GridPoint): GridPoint => (axis === 0 ? [at_m, corner[1]] : [corner[0], at_m]);
  return [
    pieceOf(clipped(polygons, axis, at_m, -1), { low: box.low, high: moved(box.high) }),
    pieceOf(clipped(polygons, axis, at_m, 1), { low: moved(box.low), high: box.high }),
  ].filter((half) => half.polygons.length > 0);
}

/** How many edges cross the line at an easting, and at a northing. */
function crossed(polygons: Polygons, [easting, northing]: GridPoint): [number, number] {
  const edges: [number, number] = [0, 0];
  for (const ring of polygons.flat())
    for (let i = 1; i < ring.length; i++) {
      const [[e1, n1], [e2, n2]] = [ring[i - 1]!, ring[i]!];
      if (e1 > easting !== e2 > easting) edges[0]++;
      if (n1 > northing !== n2 > northing) edges[1]++;
    }
  return edges;
}

/** What of each polygon lies on one side of a line, where an outer ring is left. */
function clipped(polygons: Polygons, axis: 0 | 1, at_m: number, side: 1 | -1): Polygons {
  return polygons
    .map(([outer, ...holes]) => [
      half(outer!, axis, at_m, side),
      ...holes.map((hole) => half(hole, axis, at_m, side)).filter((hole) => hole.length > 0),
    ])
    .filter(([outer]) => outer!.length > 0);
}

/** A closed ring cut by Sutherland and Hodgman's rule; parts of it stay joined by edges that lie on the line. */
function half(ring: readonly GridPoint[], axis: 0 | 1, at_m: number, side: 1 | -1): GridPoint[] {
  const kept: GridPoint[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    const [before, after] = [(from[axis] - at_m) * side, (to[axis] - at_m) * side];
    if (before > 0 !== after > 0) {
      const share = before / (before - after);
      const other = from[1 - axis]! + (to[1 - axis]! - from[1 - axis]!) * share;
      kept.push(axis === 0 ? [at_m, other] : [other, at_m]);
    }
    if (after > 0) kept.push(to);
  }
  return kept.length < 3 ? [] : [...kept, kept[0]!];
}

function pieceOf(polygons: Polygons, box: Piece['box']): Piece {
  const corners = polygons.reduce((sum, rings) => sum + rings.reduce((n, ring) => n + ring.length - 1, 0), 0);
  return { box, polygons, corners };
}

function boxOf(polygons: Polygons): Piece['box'] {
  const [low, high]: [GridPoint, GridPoint] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const [outer] of polygons)
    for (const [easting, northing] of outer!) {
      low[0] = Math.min(low[0], easting);
      low[1] = Math.min(low[1], northing);
      high[0] = Math.max(high[0], easting);
      high[1] = Math.max(high[1], northing);
    }
  return { low, high };
}
