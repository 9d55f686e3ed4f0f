/**
 * A row of `place_squares` or `osm_squares` is in base64, its numbers 4 bytes each and big-endian: x, y, the number of
 * kinds, place in the list of kinds and number of points for each of these, then easting and northing of each point in
 * the order of the kinds. It is filled up to a multiple of three bytes, so that rows can be joined without a separator.
 * This module unpacks what `build.query.ts` packs.
 */

export const PLACES_BUILD = 'place_squares';
/** Datasets that `place_points` are made of, and the postcodes that place some of them. */
export const PLACES_INPUTS = [
  'gias',
  'schools-scotland',
  'schools-wales',
  'naptan',
  'nhs-ods',
  'nhs-scotland',
  'retail-points',
  'code-point-open',
  'onspd',
] as const;
export const OSM_BUILD = 'osm_squares';
export const OSM_INPUTS = ['osm-points'] as const;

/** Powers of two, so that no step between a position and its record rounds but the last, which rounds down. */
export const SQUARE_M = 512;
export const STEPS_PER_M = 2 ** 23;
export const STEP_M = 1 / STEPS_PER_M;
/** More than a distance from a record can differ from that of its point: the diagonal of a step, and rounding. */
export const ERROR_M = 2e-7;
const MIDDLE = 2 ** 31;

/** Runs of squares from south to north that a circle overlaps, one for each column of squares. */
export interface Strips {
  xs: number[];
  first_ys: number[];
  last_ys: number[];
}

export function stripsAround(easting: number, northing: number, radius_m: number): Strips {
  const strips: Strips = { xs: [], first_ys: [], last_ys: [] };
  // A millimetre more, so that rounding leaves out no square.
  const radius = radius_m + 0.001;
  for (let x = Math.floor((easting - radius) / SQUARE_M); x * SQUARE_M <= easting + radius; x++) {
    const west = x * SQUARE_M - easting;
    const across = Math.max(0, west, -west - SQUARE_M);
    const half = Math.sqrt(Math.max(0, radius * radius - across * across));
    strips.xs.push(x);
    strips.first_ys.push(Math.floor((northing - half) / SQUARE_M));
    strips.last_ys.push(Math.floor((northing + half) / SQUARE_M));
  }
  return strips;
}

/** Category, kind, and whether its points are at the centres of their postcodes. */
export type PackedKind = readonly [category: string, kind: string, by_postcode: boolean];

const POINT_BYTES = 8;
const KIND_BYTES = 8;
const HEAD_BYTES = 12;

/** Tells the points of each kind in each square: the place of the kind, and what `eastingAt` takes. */
export function eachKind(
  bytes: DataView,
  tell: (kind: number, count: number, at: number, west: number, south: number) => void,
): void {
  for (let begin = 0; begin < bytes.byteLength; ) {
    const west = bytes.getInt32(begin) * SQUARE_M;
    const south = bytes.getInt32(begin + 4) * SQUARE_M;
    const kinds = begin + HEAD_BYTES;
    const end = kinds + bytes.getInt32(begin + 8) * KIND_BYTES;
    let at = end;
    for (let head = kinds; head < end; head += KIND_BYTES) {
      const count = bytes.getInt32(head + 4);
      tell(bytes.getInt32(head), count, at, west, south);
      at += count * POINT_BYTES;
    }
    begin += Math.ceil((at - begin) / 3) * 3;
  }
}

/** Position of the point `i` of those that begin at `at`, at most `STEP_M` below its own. */
export function eastingAt(bytes: DataView, at: number, i: number, west: number): number {
  return west + (bytes.getInt32(at + i * POINT_BYTES) + MIDDLE) * STEP_M;
}

export function northingAt(bytes: DataView, at: number, i: number, south: number): number {
  return south + (bytes.getInt32(at + i * POINT_BYTES + 4) + MIDDLE) * STEP_M;
}
