import {
  ERROR_M,
  eachKind,
  eastingAt,
  northingAt,
  type PackedKind,
} from '@domesday/builds/packed-points/records';

interface KindTally {
  category: string;
  kind: string;
  count: number;
  nearest_m: number | null;
}

/** Points that may be among the nearest of their category, each given as the south-west corner of its grid step. */
export interface Candidates {
  categories: string[];
  eastings: number[];
  northings: number[];
}

interface Circle {
  easting: number;
  northing: number;
  radius_m: number;
}

/** The smallest squared distances of a category so far, in order, and every point that may belong to them. */
interface Nearest {
  least: Float64Array;
  /** A point with a greater squared distance cannot be among the nearest. */
  bound: number;
  distances: number[];
  eastings: number[];
  northings: number[];
}

/** A kind of point, with its count; `nearest` is a squared distance. */
interface Counted {
  category: string;
  kind: string;
  by_postcode: boolean;
  count: number;
  nearest: number;
  /** Undefined for a category that is not asked about. */
  near: Nearest | undefined;
}

/**
 * A point placed by its postcode, and nearer than this, is at the requested postcode: its real distance is not known.
 */
const SAME_PLACE_M = 0.5;

/** Packed squares as read from the database: the list of kinds as JSON, and the joined rows. */
interface PackedSquares {
  kinds: string;
  points: string;
}

/**
 * Counts the packed points in a circle by kind, and finds those that may be the nearest `limit` of each category.
 * Packed positions are rounded to a step. Returns null if a point lies so near a limit that its side is uncertain.
 */
export function tallyAround(
  squares: PackedSquares,
  circle: Circle,
  categories: readonly string[],
  limit: number,
): { kinds: KindTally[]; candidates: Candidates } | null {
  const nearest = new Map(categories.map((category) => [category, emptyNearest(limit)]));
  const kinds = (JSON.parse(squares.kinds) as PackedKind[]).map(([category, kind, by_postcode]): Counted => {
    const near = nearest.get(category);
    return { category, kind, by_postcode, count: 0, nearest: Number.POSITIVE_INFINITY, near };
  });
  if (!countAll(squares.points, circle, kinds)) return null;
  const shown = shownKinds(kinds);
  return shown && { kinds: shown, candidates: candidatesOf(nearest) };
}

/** Counts every point in the circle. Returns false if it is uncertain whether some point counts. */
function countAll(
  points: string,
  { easting, northing, radius_m }: Circle,
  kinds: readonly Counted[],
): boolean {
  const [surely, perhaps] = aroundSquared(radius_m);
  const [same, apart] = aroundSquared(SAME_PLACE_M);
  const buffer = Buffer.from(points, 'base64');
  const bytes = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let certain = true;
  eachKind(bytes, (kind, count, at, west, south) => {
    const counted = kinds[kind]!;
    const { near, by_postcode } = counted;
    if (!near) return;
    for (let i = 0; i < count; i++) {
      const east = eastingAt(bytes, at, i, west);
      const north = northingAt(bytes, at, i, south);
      const squared = (east - easting) ** 2 + (north - northing) ** 2;
      if (squared > perhaps) continue;
      const is_same = by_postcode && squared < apart;
      if (squared > surely || (is_same && squared > same)) certain = false;
      counted.count++;
      if (squared < counted.nearest && !is_same) counted.nearest = squared;
      if (squared <= near.bound) keepNear(near, squared, east, north);
    }
  });
  return certain;
}

/**
 * Squared distances: a point nearer than the first is certainly within the distance, one farther than the second is
 * not.
 */
function aroundSquared(distance_m: number): [surely: number, perhaps: number] {
  return [(distance_m - ERROR_M) ** 2, (distance_m + ERROR_M) ** 2];
}

function emptyNearest(limit: number): Nearest {
  const least = new Float64Array(limit).fill(Number.POSITIVE_INFINITY);
  return { least, bound: Number.POSITIVE_INFINITY, distances: [], eastings: [], northings: [] };
}

function keepNear(near: Nearest, squared: number, east: number, north: number): void {
  near.distances.push(squared);
  near.eastings.push(east);
  near.northings.push(north);
  const { least } = near;
  let place = least.length - 1;
  if (squared >= least[place]!) return;
  for (; place > 0 && least[place - 1]! > squared; place--) least[place] = least[place - 1]!;
  least[place] = squared;
  // The point that seems the last may really be nearer, and another farther, each by the rounding error.
  near.bound = (Math.sqrt(least.at(-1)!) + 2 * ERROR_M) ** 2;
}

/** Sorts by count, then by name. Null if rounding to whole metres is uncertain for a distance. */
function shownKinds(counted: Counted[]): KindTally[] | null {
  const kinds = new Map<string, Omit<Counted, 'by_postcode' | 'near'>>();
  for (const { category, kind, count, nearest } of counted) {
    if (count === 0) continue;
    const key = `${category} ${kind}`;
    const same = kinds.get(key) ?? { category, kind, count: 0, nearest: Number.POSITIVE_INFINITY };
    kinds.set(key, { ...same, count: same.count + count, nearest: Math.min(same.nearest, nearest) });
  }
  const shown: KindTally[] = [];
  for (const { nearest, ...kind } of kinds.values()) {
    const nearest_m = nearest === Number.POSITIVE_INFINITY ? null : Math.sqrt(nearest);
    if (nearest_m !== null && Math.round(nearest_m - ERROR_M) !== Math.round(nearest_m + ERROR_M))
      return null;
    shown.push({ ...kind, nearest_m });
  }
  return shown.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

function candidatesOf(nearest: ReadonlyMap<string, Nearest>): Candidates {
  const found: Candidates = { categories: [], eastings: [], northings: [] };
  for (const [category, near] of nearest) {
    const steps = new Set<string>();
    for (const [i, squared] of near.distances.entries()) {
      if (squared > near.bound) continue;
      const [east, north] = [near.eastings[i]!, near.northings[i]!];
      // The look-up of a step finds all points in it, so one candidate for each step is enough.
      const step = `${east} ${north}`;
      if (steps.has(step)) continue;
      steps.add(step);
      found.categories.push(category);
      found.eastings.push(east);
      found.northings.push(north);
    }
  }
  return found;
}
