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

/** Side of the squares whose homes look at much the same sales. */
const SQUARE_M = 250;
/**
 * Squares that are known, sales that are kept of them all, and places of a sale in the columns of a square. A square
 * takes some 200 bytes, a sale 400, and each of its places 40. With more of any of them all are forgotten.
 */
const MOST_SQUARES = 20_000;
const MOST_SALES = 100_000;
const MOST_PLACES = 1_000_000;
/** Distances are compared with what was read around another point. */
const ROUNDING_M = 0.001;

/** Sales around a point, in the order in which those that are equally near are taken. */
interface Around {
  uprns: (number | null)[];
  columns: SaleColumns;
  candidates: Candidate[];
}

/** The first home of a square that was valued, how far its neighbours look, and the sales within that, once read. */
interface Square {
  easting: number;
  northing: number;
  reach_m: number;
  around: Promise<Around> | null;
}

interface Kept {
  generation: string;
  squares: Map<string, Square>;
  /** Each sale once, though many squares reach it. */
  sales: Map<string, Candidate>;
  /** How often a sale stands in the columns of a square. */
  places: number;
}

const keptOf = new WeakMap<object, Kept>();

/**
 * The nearest sales of one type that the build keeps for comparables, other than those of the home itself. Where a
 * second home of a square is valued, the sales around the square are read and kept, as long as the same loads and
 * builds are served: neighbours look at much the same sales, and a lone home costs no more than its own.
 */
export async function builtComparables(
  context: Context,
  from: From,
  property_type: FittedType,
  most: number,
): Promise<Nearby> {
  const kept = keptBy(context);
  const key = [
    property_type,
    Math.floor(from.easting / SQUARE_M),
    Math.floor(from.northing / SQUARE_M),
  ].join();
  const square = kept.squares.get(key);
  if (square) {
    square.around ??= readAround(context, kept, key, square, property_type);
    const found = nearest(await square.around, square, from, most);
    if (found) return found;
  }
  const sales = await nearestComparables(context, { ...from, property_type, most });
  if (!square) {
    const { easting, northing } = from;
    const far =
      sales.length < most ? FARTHEST_M : Math.max(...sales.map((sale) => distance(from, sale[7], sale[8])));
    kept.squares.set(key, { easting, northing, reach_m: far + SQUARE_M, around: null });
  }
  return sales.map((sale) => candidateOf(sale, property_type));
}

function keptBy({ db, generation }: Context): Kept {
  const data = dataOf(db);
  const known = keptOf.get(data);
  if (known?.generation === generation && !isFull(known)) return known;
  const kept: Kept = { generation, squares: new Map(), sales: new Map(), places: 0 };
  keptOf.set(data, kept);
  return kept;
}

const isFull = ({ squares, sales, places }: Kept): boolean =>
  squares.size > MOST_SQUARES || sales.size > MOST_SALES || places > MOST_PLACES;

async function readAround(
  { db }: Context,
  kept: Kept,
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

/** For one home after the other: making columns takes longer than filling them. */
let distances = new Float64Array(1024);
let ordered = new Float64Array(1024);

/** The same that `nearestComparables` reads, in any order; null if there may be nearer ones beyond what was read. */
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

/** As PostgreSQL works it out, to the last bit, so that the same sales count as equally near. */
function distance(from: { easting: number; northing: number }, easting: number, northing: number): number {
  const east = Math.abs(from.easting - easting);
  const north = Math.abs(from.northing - northing);
  const [long, short] = east > north ? [east, north] : [north, east];
  if (short === 0) return long;
  const slope = short / long;
  return long * Math.sqrt(1 + slope * slope);
}
