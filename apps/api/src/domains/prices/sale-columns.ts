import {
  emptyColumns,
  NO_BEDROOMS,
  type SaleColumns,
  TENURES,
  TYPES,
} from '@domesday/builds/packed-sales/records';
import type { Period } from '../../statistics/dates.ts';
import type { PricedSale } from './sales.query.ts';

/** A day, or a month given as YYYY-MM, as one number: 20260131 or 202601. */
export function dayOf(date: string): number {
  return Number(date.replaceAll('-', ''));
}

export function columnsOf(sales: readonly (PricedSale & { bedrooms?: number | null })[]): SaleColumns {
  const columns = emptyColumns(sales.length);
  for (const [i, sale] of sales.entries()) {
    columns.prices[i] = sale.price;
    columns.types[i] = TYPES.indexOf(sale.property_type);
    columns.tenures[i] = sale.tenure === null ? 0 : TENURES.indexOf(sale.tenure) + 1;
    columns.floor_areas_sqm[i] = sale.floor_area_sqm ?? Number.NaN;
    columns.bedrooms[i] = sale.bedrooms ?? NO_BEDROOMS;
    columns.days[i] = dayOf(sale.date);
  }
  return columns;
}

/** Keeps the chosen sales among the first `length`, in place. */
export function keepChosen(
  columns: SaleColumns,
  length: number,
  isChosen: (i: number) => boolean,
): SaleColumns {
  const { prices, types, tenures, floor_areas_sqm, bedrooms, days } = columns;
  let n = 0;
  for (let i = 0; i < length; i++) {
    if (!isChosen(i)) continue;
    if (n < i) {
      prices[n] = prices[i]!;
      types[n] = types[i]!;
      tenures[n] = tenures[i]!;
      floor_areas_sqm[n] = floor_areas_sqm[i]!;
      bedrooms[n] = bedrooms[i]!;
      days[n] = days[i]!;
    }
    n++;
  }
  return {
    prices: prices.subarray(0, n),
    types: types.subarray(0, n),
    tenures: tenures.subarray(0, n),
    floor_areas_sqm: floor_areas_sqm.subarray(0, n),
    bedrooms: bedrooms.subarray(0, n),
    days: days.subarray(0, n),
  };
}

/** Array indexes of the sales in a period, both days included. */
function placesWithin({ days }: SaleColumns, { from, to }: Period): Int32Array {
  const [first, last] = [dayOf(from), dayOf(to)];
  const places = new Int32Array(days.length);
  let n = 0;
  for (let i = 0; i < days.length; i++) if (days[i]! >= first && days[i]! <= last) places[n++] = i;
  return places.subarray(0, n);
}

export function countWithin(columns: SaleColumns, period: Period): number {
  return placesWithin(columns, period).length;
}

export function pricesWithin(columns: SaleColumns, period: Period): Float64Array {
  const places = placesWithin(columns, period);
  const found = new Float64Array(places.length);
  for (let n = 0; n < places.length; n++) found[n] = columns.prices[places[n]!]!;
  return found;
}

/** The sales of a period, both days included. */
export function soldWithin(columns: SaleColumns, period: Period): SaleColumns {
  const places = placesWithin(columns, period);
  const found = emptyColumns(places.length);
  for (let n = 0; n < places.length; n++) {
    const i = places[n]!;
    found.prices[n] = columns.prices[i]!;
    found.types[n] = columns.types[i]!;
    found.tenures[n] = columns.tenures[i]!;
    found.floor_areas_sqm[n] = columns.floor_areas_sqm[i]!;
    found.bedrooms[n] = columns.bedrooms[i]!;
    found.days[n] = columns.days[i]!;
  }
  return found;
}

/** The values of the sales in a group, without NaN, which stands for unknown. */
export function valuesOf(values: Float64Array, groups: Uint8Array, group: number): Float64Array {
  const found = new Float64Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (groups[i] === group && !Number.isNaN(value)) found[n++] = value;
  }
  return found.subarray(0, n);
}

/** The groups that occur, in ascending order. */
export function groupsIn(groups: Uint8Array): number[] {
  const seen = new Uint8Array(256);
  for (let i = 0; i < groups.length; i++) seen[groups[i]!] = 1;
  const found: number[] = [];
  for (const [group, is_seen] of seen.entries()) if (is_seen) found.push(group);
  return found;
}
