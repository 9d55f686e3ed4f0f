import { addMonths } from '../dates.ts';
import { rowsBefore, type SaleRow, type SalesTable } from '../sales-table.ts';
import type { Candidate, FittedSettings, GridPosition, PastSale, SaleEvidence } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { locationOfRow } from './location-effects.ts';
import { floorAreaKnown, pricePerAreaAt } from './price-per-area.ts';

/** Comparables are not looked for further back than this. */
const CANDIDATE_MONTHS = 60;

/** The rows of a table once more as candidates, so that they are made only once. */
export function asCandidates(table: SalesTable): Candidate[] {
  return table.rows.map((row) => ({
    transaction_id: row.transaction_id,
    price: row.price,
    date: row.date,
    category: row.category,
    new_build: row.new_build,
    property_type: row.property_type,
    tenure: row.tenure,
    postcode: row.postcode,
    street: row.street || null,
    position: positionOf(row),
    floor_area_sqm: row.floor_area_sqm ?? null,
    construction_age: row.construction_age ?? null,
  }));
}

/**
 * What was known of the dwelling of one row on `on`, the day it is to be valued, with nothing later than the
 * model has seen: its own earlier sales, its place, similar sales nearby.
 */
export function evidenceOf(
  table: SalesTable,
  candidates: readonly Candidate[],
  model: AreaModel,
  settings: FittedSettings,
  row: number,
  on: string,
): SaleEvidence {
  const sale = table.rows[row]!;
  const type = table.type[row]!;
  const place = locationOfRow(model.location, table, row);
  let found: Candidate[] | undefined;
  return {
    as_of: on,
    subject: {
      property_type: sale.property_type,
      tenure: sale.tenure,
      new_build: false,
      postcode: sale.postcode,
      street: sale.street || null,
      position: positionOf(sale),
      floor_area_sqm: floorAreaKnown(sale, model.as_of),
      construction_age: sale.construction_age ?? null,
    },
    past_sales: pastSales(table, row, model.known),
    index: model.indices[type]!,
    location: place,
    price_per_area: model.price_per_area && pricePerAreaAt(model.price_per_area, type, sale),
    // Looked for only when read: most homes are valued from their own sales.
    get candidates() {
      found ??= nearby(table, candidates, model, row);
      return found;
    },
    settings,
  };
}

function pastSales(table: SalesTable, row: number, known: number): PastSale[] {
  const sales: PastSale[] = [];
  for (let p = table.previous[row]!; p >= 0; p = table.previous[p]!) {
    if (p >= known) continue;
    const { transaction_id, price, date, category, new_build, property_type } = table.rows[p]!;
    sales.unshift({ transaction_id, price, date, category, new_build, property_type });
  }
  return sales;
}

function nearby(
  table: SalesTable,
  candidates: readonly Candidate[],
  model: AreaModel,
  row: number,
): Candidate[] {
  const found: Candidate[] = [];
  const oldest = rowsBefore(table, addMonths(model.as_of, -CANDIDATE_MONTHS));
  for (let i = oldest; i < model.known; i++) {
    if (table.type[i] !== table.type[row] || table.property[i] === table.property[row]) continue;
    const candidate = candidates[i]!;
    const later = candidate.floor_area_sqm !== null && floorAreaKnown(table.rows[i]!, model.as_of) === null;
    found.push(later ? { ...candidate, floor_area_sqm: null } : candidate);
  }
  return found;
}

function positionOf(row: SaleRow): GridPosition | null {
  return row.easting != null && row.northing != null
    ? { easting: row.easting, northing: row.northing }
    : null;
}
