import { addMonths } from '../dates.ts';
import { select } from '../math/quantile.ts';
import { FITTED_TYPES, type FittedType } from '../places.ts';
import { columnsOf, nearbyOf } from '../sale-columns.ts';
import { rowsBefore, type SalesTable } from '../sales-table.ts';
import type { Candidate, GridPosition, Nearby, SaleColumns } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { floorAreaKnown } from './price-per-area.ts';

/** Oldest age of comparables. */
const CANDIDATE_MONTHS = 60;
/** A request reads at most this many sales of a type, the nearest ones, and none farther than this. */
export const NEAREST = { sales: 150, metres: 5000 } as const;

/** The sales of one type as columns, in order of date: a fit searches them for each of thousands of homes. */
interface Placed {
  candidates: Candidate[];
  columns: SaleColumns;
  property: Int32Array;
  /** Squared distances to the home, in square metres, and a copy of them that the selection reorders. */
  squares: Float64Array;
  order: Float64Array;
}

/** A function for the nearest sales of a type that the model has seen, without those of the home itself. */
export function nearestSales(table: SalesTable, candidates: readonly Candidate[], model: AreaModel) {
  const placed = new Map(
    FITTED_TYPES.map((type, number) => [type, placedSales(table, candidates, model, number)]),
  );
  return (type: FittedType, from: GridPosition, property: number): Nearby =>
    nearest(placed.get(type)!, from, property);
}

function placedSales(
  table: SalesTable,
  candidates: readonly Candidate[],
  model: AreaModel,
  type: number,
): Placed {
  const rows: number[] = [];
  for (let i = rowsBefore(table, addMonths(model.known_before, -CANDIDATE_MONTHS)); i < model.known; i++) {
    if (table.type[i] === type && !table.additional[i] && candidates[i]!.position) rows.push(i);
  }
  const placed = rows.map((i) => ({
    ...candidates[i]!,
    floor_area_sqm: floorAreaKnown(table.rows[i]!, model.as_of),
  }));
  return {
    candidates: placed,
    columns: columnsOf(placed),
    property: Int32Array.from(rows, (i) => table.property[i]!),
    squares: new Float64Array(rows.length),
    order: new Float64Array(rows.length),
  };
}

function nearest(placed: Placed, from: GridPosition, property: number): Nearby {
  const { candidates, columns, squares, order } = placed;
  const { eastings, northings } = columns;
  let n = 0;
  for (let i = 0; i < candidates.length; i++) {
    const square = (eastings[i]! - from.easting) ** 2 + (northings[i]! - from.northing) ** 2;
    const near = square <= NEAREST.metres ** 2 && placed.property[i] !== property;
    squares[i] = near ? square : Number.POSITIVE_INFINITY;
    if (near) order[n++] = square;
  }
  const farthest = n > NEAREST.sales ? select(order.subarray(0, n), NEAREST.sales - 1) : NEAREST.metres ** 2;
  // If not all sales at the farthest distance fit, the oldest of these are taken.
  let room = NEAREST.sales;
  for (let i = 0; i < candidates.length; i++) if (squares[i]! < farthest) room--;
  const found: number[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const square = squares[i]!;
    if (square < farthest || (square === farthest && room-- > 0)) found.push(i);
  }
  return nearbyOf(candidates, columns, found);
}
