/**
 * The format of a row of `place_squares` or `osm_squares`, in base64. All numbers are big-endian with 4 bytes: x, y and
 * the number of kinds; for each kind its index in the list of kinds and its number of points; then easting and northing
 * of each point, in the order of the kinds. Padded to a multiple of three bytes, so that rows can be joined without a
 * separator. `build.query.ts` packs the rows, and this module unpacks them.
 */

export const PLACES_BUILD = 'place_squares';
/** The datasets of `place_points`, and the postcode datasets that give some of their rows a position. */
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

/** Powers of two, so that only the last step of packing a position rounds. It rounds down. */
export const SQUARE_M = 512;
export const STEPS_PER_M = 2 ** 23;
export const STEP_M = 1 / STEPS_PER_M;
/** An upper bound of the error of a distance to a packed point: the diagonal of a step, and rounding. */
export const ERROR_M = 2e-7;
const MIDDLE = 2 ** 31;

/** The squares that a circle overlaps: for each column `xs[i]`, those from `first_ys[i]` to `last_ys[i]`. */
export interface Strips {
  xs: number[];
  first_ys: number[];
  last_ys: number[];
}

export function stripsAround(easting: number, northing: number, radius_m: number): Strips {
  const strips: Strips = { xs: [], first_ys: [], last_ys: [] };
  // One millimetre is added, so that rounding drops no square.
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

/** A kind of points. `by_postcode`: its points are at the centres of their postcodes. */
export type PackedKind = readonly [category: string, kind: string, by_postcode: boolean];

const POINT_BYTES = 8;
const KIND_BYTES = 8;
const HEAD_BYTES = 12;

/** Calls `tell` for each kind in each square, with the index of the kind and the arguments of `eastingAt`. */
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

/** The easting of the point `i` of the points that begin at byte `at`, at most `STEP_M` too low. */
export function eastingAt(bytes: DataView, at: number, i: number, west: number): number {
  return west + (bytes.getInt32(at + i * POINT_BYTES) + MIDDLE) * STEP_M;
}

export function northingAt(bytes: DataView, at: number, i: number, south: number): number {
  return south + (bytes.getInt32(at + i * POINT_BYTES + 4) + MIDDLE) * STEP_M;
}
