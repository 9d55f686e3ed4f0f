import { clipPolygon } from 'lineclip';
import type { GridPoint } from './place.ts';
import { polygonText } from './polygon.ts';

/** A piece with more corners in all its rings is cut further. */
const MOST_CORNERS = 16;
const MOST_PIECES = 256;
/** Most polygons in all pieces together: overlapping polygons multiply with each cut. */
const MOST_POLYGONS = 1024;
/**
 * Offset of cuts from round numbers. A cut leaves an edge that joins the parts of a ring, and an address exactly on it
 * could wrongly count as inside.
 */
export const OFF_GRID_M = 0.0003137;

/** Polygons of the grid, each an outer ring and its holes. */
type Polygons = readonly (readonly GridPoint[][])[];

export interface Box {
  low: GridPoint;
  high: GridPoint;
}

interface Piece {
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
 * Cuts polygons into pieces with few corners. PostgreSQL compares a point with every corner of a polygon, so this
 * leaves only the corners near the point. Overlapping polygons still overlap.
 */
export function inPieces(polygons: Polygons): PieceTexts {
  const pieces: Piece[] = [];
  const uncut = [pieceOf(polygons)];
  let count = polygons.length;
  while (uncut.length > 0) {
    const largest = uncut.reduce((most, piece, i) => (piece.corners > uncut[most]!.corners ? i : most), 0);
    const [piece] = uncut.splice(largest, 1) as [Piece];
    const may_be_cut = piece.corners > MOST_CORNERS && pieces.length + uncut.length < MOST_PIECES;
    const halves = may_be_cut ? cut(piece.polygons) : [];
    const more = halves.reduce((sum, half) => sum + half.polygons.length, -piece.polygons.length);
    if (count + more <= MOST_POLYGONS && halves.some(({ corners }) => corners < piece.corners)) {
      uncut.push(...halves);
      count += more;
    } else pieces.push(piece);
  }
  const all = pieces.flatMap((piece) => piece.polygons);
  return {
    boxes: all.map((polygon) => boxOf([polygon])).map(({ low, high }) => `(${low}),(${high})`),
    outers: all.map(([outer]) => polygonText(outer!)),
    holes: all.map(([, ...holes]) => `{${holes.map((hole) => `"${polygonText(hole)}"`)}}`),
  };
}

/** Cuts polygons in two, along the axis whose cut crosses fewer edges. A half without a polygon is left out. */
function cut(polygons: Polygons): Piece[] {
  const { low, high } = boxOf(polygons);
  const middles = ([0, 1] as const).map(
    (axis) => Math.floor((low[axis] + high[axis]) * 500) / 1000 + OFF_GRID_M,
  ) as GridPoint;
  const [eastwards, northwards] = crossed(polygons, middles);
  const axis = eastwards <= northwards ? 0 : 1;
  const moved = (corner: GridPoint): GridPoint =>
    axis === 0 ? [middles[0], corner[1]] : [corner[0], middles[1]];
  return [
    { low, high: moved(high) },
    { low: moved(low), high },
  ]
    .map((half) => pieceOf(clipped(polygons, half)))
    .filter((half) => half.polygons.length > 0);
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

/**
 * The part of each polygon inside a box; polygons without one are left out. Separate parts of a ring stay joined by
 * edges along the cut.
 */
export function clipped(polygons: Polygons, { low, high }: Box): Polygons {
  const inBox = (ring: readonly GridPoint[]): GridPoint[] => {
    const inside = clipPolygon(ring.slice(0, -1), [...low, ...high]) as GridPoint[];
    return inside.length < 3 ? [] : [...inside, inside[0]!];
  };
  return polygons
    .map(([outer, ...holes]) => [inBox(outer!), ...holes.map(inBox).filter((hole) => hole.length > 0)])
    .filter(([outer]) => outer!.length > 0);
}

function pieceOf(polygons: Polygons): Piece {
  const corners = polygons.reduce((sum, rings) => sum + rings.reduce((n, ring) => n + ring.length - 1, 0), 0);
  return { polygons, corners };
}

export function boxOf(polygons: Polygons): Box {
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
