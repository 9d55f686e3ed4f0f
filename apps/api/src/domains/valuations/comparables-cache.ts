import { dataOf } from '@domesday/db';
import {
  type Candidate,
  candidateOf,
  columnsOf,
  type FittedType,
  monthTime,
  type Nearby,
  nearbyOf,
  type PackedSale,
  type SaleColumns,
  select,
} from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { comparablesAround, FARTHEST_M, type From, nearestComparables } from './comparables.query.ts';

/** Side of the grid squares in which homes have much the same nearest sales, metres. */
const SQUARE_M = 250;
/**
 * Limits of the cache: squares, sales in all squares, and entries of sales in the columns of squares. A square takes
 * some 200 bytes, a sale 400, and each entry 40. Beyond any limit the whole cache is dropped.
 */
const MOST_SQUARES = 20_000;
const MOST_SALES = 100_000;
const MOST_PLACES = 1_000_000;
/** Margin for rounding, metres, when distances are compared with a read around another point. */
const ROUNDING_M = 0.001;

/** Sales around a point, in the order in which equally near ones are chosen. */
interface Around {
  uprns: (number | null)[];
  columns: SaleColumns;
  candidates: Candidate[];
}

/**
 * A square: the position of its first valued home, the radius that covers what its neighbours need, and the sales
 * within that radius once they are read.
 */
interface Square {
  easting: number;
  northing: number;
  reach_m: number;
  around: Promise<Around> | null;
}

interface Cache {
  generation: string;
  squares: Map<string, Square>;
  /** Each sale once, even if many squares reach it. */
  sales: Map<string, Candidate>;
  /** Number of entries of sales in the columns of all squares. */
  places: number;
}

const caches = new WeakMap<object, Cache>();

/**
 * The nearest sales of one type that the build keeps as comparables, without those of the home itself. When a second
 * home in a square is valued, the sales around the square are read and cached while the same loads and builds are
 * served: neighbours have much the same nearest sales, and a lone home costs no more than its own read.
 */
export async function builtComparables(
  context: Context,
  from: From,
  property_type: FittedType,
  most: number,
): Promise<Nearby> {
  const cache = cacheFor(context);
  const key = [
    property_type,
    Math.floor(from.easting / SQUARE_M),
    Math.floor(from.northing / SQUARE_M),
  ].join();
  const square = cache.squares.get(key);
  if (square) {
    square.around ??= readAround(context, cache, key, square, property_type);
    const found = nearest(await square.around, square, from, most);
    if (found) return found;
  }
  const sales = await nearestComparables(context, { ...from, property_type, most });
  if (!square) {
    const { easting, northing } = from;
    const far =
      sales.length < most ? FARTHEST_M : Math.max(...sales.map((sale) => distance(from, sale[7], sale[8])));
    cache.squares.set(key, { easting, northing, reach_m: far + SQUARE_M, around: null });
  }
  return sales.map((sale) => candidateOf(sale, property_type));
}

function cacheFor({ db, generation }: Context): Cache {
  const data = dataOf(db);
  const known = caches.get(data);
  if (known?.generation === generation && !isFull(known)) return known;
  const cache: Cache = { generation, squares: new Map(), sales: new Map(), places: 0 };
  caches.set(data, cache);
  return cache;
}

const isFull = ({ squares, sales, places }: Cache): boolean =>
  squares.size > MOST_SQUARES || sales.size > MOST_SALES || places > MOST_PLACES;

async function readAround(
  { db }: Context,
  kept: Cache,
  key: string,
  square: Square,
  property_type: FittedType,
): Promise<Around> {
  const { squares, sales } = kept;
  try {
    const { easting, northing, reach_m } = square;
    const rows = await comparablesAround(db, { easting, northing, reach_m, property_type });
    const keptSale = (sale: PackedSale): Candidate => {
      const known = sales.get(sale[0]);
      if (known) return known;
      const candidate = { ...candidateOf(sale, property_type), time: monthTime(sale[2]) };
      sales.set(sale[0], candidate);
      return candidate;
    };
    const candidates = rows.map(([, sale]) => keptSale(sale));
    kept.places += candidates.length;
    return { uprns: rows.map(([uprn]) => uprn), columns: columnsOf(candidates), candidates };
  } catch (error) {
    squares.delete(key);
    throw error;
  }
}

/** Buffers reused for one home after another: allocating them takes longer than filling them. */
let distances = new Float64Array(1024);
let ordered = new Float64Array(1024);

/**
 * The same sales as `nearestComparables`, in any order. Null if there may be nearer sales outside the radius that was
 * read.
 */
function nearest(around: Around, square: Square, from: From, most: number): Nearby | null {
  const { uprns, columns, candidates } = around;
  const { eastings, northings } = columns;
  if (candidates.length > distances.length) {
    distances = new Float64Array(2 * candidates.length);
    ordered = new Float64Array(2 * candidates.length);
  }
  let n = 0;
  for (let i = 0; i < candidates.length; i++) {
    const at = distance(from, eastings[i]!, northings[i]!);
    const counts = at <= FARTHEST_M && uprns[i] !== from.uprn;
    distances[i] = counts ? at : Number.POSITIVE_INFINITY;
    if (counts) ordered[n++] = at;
  }
  const farthest = n < most ? FARTHEST_M : select(ordered.subarray(0, n), most - 1);
  if (farthest > square.reach_m - distance(from, square.easting, square.northing) - ROUNDING_M) return null;
  let room = most;
  for (let i = 0; i < candidates.length; i++) if (distances[i]! < farthest) room--;
  const rows: number[] = [];
  for (let i = 0; i < candidates.length; i++)
    if (distances[i]! < farthest || (distances[i] === farthest && room-- > 0)) rows.push(i);
  return nearbyOf(candidates, columns, rows);
}

/** The distance as PostgreSQL computes it, to the last bit, so that ties are the same. */
function distance(from: { easting: number; northing: number }, easting: number, northing: number): number {
  const east = Math.abs(from.easting - easting);
  const north = Math.abs(from.northing - northing);
  const [long, short] = east > north ? [east, north] : [north, east];
  if (short === 0) return long;
  const slope = short / long;
  return long * Math.sqrt(1 + slope * slope);
}
