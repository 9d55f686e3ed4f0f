import { addressLine, WORDINGS, wordingOf } from './address-words.ts';
import { firstOn, monthTime } from './dates.ts';
import { FAMILIES, type Family, type PlaceCodes, placeCodes, typeNumber } from './places.ts';
import { soldTogether } from './sold-together.ts';
import { finished, type Steps } from './steps.ts';
import type { Category, PropertyType, Tenure } from './types.ts';
import { registeredOnce, unusableReason } from './usable-sales.ts';

/** One registered sale in the form that the fit reads. Addresses are upper-case, as published. */
export interface SaleRow {
  transaction_id: string;
  price: number;
  date: string;
  postcode: string;
  property_type: PropertyType;
  new_build: boolean;
  tenure: Tenure | null;
  saon: string;
  paon: string;
  street: string;
  locality: string;
  town: string;
  category: Category;
  uprn?: string | null;
  easting?: number | null;
  northing?: number | null;
  /** Floor area by the certificate, and the day the certificate was lodged; the area is not known before. */
  floor_area_sqm?: number | null;
  floor_area_lodged_on?: string | null;
  construction_age?: string | null;
  /** The type by the same certificate. */
  certificate_type?: PropertyType | null;
  habitable_rooms?: number | null;
}

/** Sales in order of date, as columns. Keys are numbered from 0 in order of first appearance. */
export interface SalesTable {
  n: number;
  rows: readonly SaleRow[];
  /** Transactions without a row, because their price is that of several homes. */
  sold_together: readonly string[];
  log_price: Float64Array;
  /** Months since year 0, the middle of a month being its whole number. */
  time: Float64Array;
  type: Uint8Array;
  additional: Uint8Array;
  new_build: Uint8Array;
  property: Int32Array;
  properties: number;
  /** Row of the previous sale of the same property, or -1. */
  previous: Int32Array;
  places: Readonly<Record<Family, PlaceCodes>>;
  /** Rows with the same place in every family and the same `new_build` have the same code. */
  groups: { n: number; codes: Int32Array };
  /** The wording of each row's address, by its number in WORDINGS. */
  wording: Uint8Array;
}

/**
 * Drops sales that no model should learn from: odd sales, rows without a postcode, repeated rows (same property, price
 * and day), and prices of several homes. Sales of the additional category stay, marked, because they still say
 * something about the property.
 */
export function cleanSales(rows: readonly SaleRow[]): SalesTable {
  return finished(cleanSalesSteps(rows));
}

/** `cleanSales` in steps. */
export function* cleanSalesSteps(rows: readonly SaleRow[]): Steps<SalesTable> {
  const usable = rows
    .filter((row) => unusableReason(row) === null && row.postcode !== '')
    .sort((a, b) =>
      a.date === b.date ? compare(a.transaction_id, b.transaction_id) : compare(a.date, b.date),
    );
  yield;
  const keys = new Map(usable.map((row) => [row, propertyKey(row)]));
  const keyOf = (row: SaleRow) => keys.get(row)!;
  const once = registeredOnce(usable, keyOf);
  yield;
  const together = soldTogether(once, keyOf);
  yield;
  const single = once.filter((row) => !together.has(row));
  const n = single.length;
  const places = {} as Record<Family, PlaceCodes>;
  for (const family of FAMILIES) {
    places[family] = placeCodes(family, single);
    yield;
  }
  const groups = placeGroups(single, places);
  yield;
  const table: SalesTable = {
    n,
    rows: single,
    sold_together: [...together].map((row) => row.transaction_id),
    log_price: new Float64Array(n),
    time: new Float64Array(n),
    type: new Uint8Array(n),
    additional: new Uint8Array(n),
    new_build: new Uint8Array(n),
    property: new Int32Array(n),
    properties: 0,
    previous: new Int32Array(n).fill(-1),
    places,
    groups,
    wording: Uint8Array.from(single, (row) => WORDINGS.indexOf(wordingOf(addressLine(row)))),
  };
  yield;
  const numbers = new Map<string, number>();
  const latest: number[] = [];
  single.forEach((row, i) => {
    const key = keyOf(row);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    table.log_price[i] = Math.log(row.price);
    table.time[i] = monthTime(row.date);
    table.type[i] = typeNumber(row.property_type);
    table.additional[i] = row.category === 'additional' ? 1 : 0;
    table.new_build[i] = row.new_build ? 1 : 0;
    table.property[i] = number;
    table.previous[i] = latest[number] ?? -1;
    latest[number] = i;
  });
  table.properties = numbers.size;
  return table;
}

function placeGroups(
  rows: readonly SaleRow[],
  places: Readonly<Record<Family, PlaceCodes>>,
): SalesTable['groups'] {
  const numbers = new Map<string, number>();
  const codes = Int32Array.from(rows, (row, i) => {
    const key = `${row.new_build}|${FAMILIES.map((family) => places[family].codes[i]).join('|')}`;
    const code = numbers.get(key) ?? numbers.size;
    numbers.set(key, code);
    return code;
  });
  return { n: numbers.size, codes };
}

/** The number of rows dated before `date`, which are the first rows. */
export function rowsBefore(table: SalesTable, date: string): number {
  return firstOn(table.rows, date);
}

/** The UPRN where known, else the address within its postcode. */
export function propertyKey(row: SaleRow): string {
  if (row.uprn) return row.uprn;
  const flat = row.saon.replace(UNIT_WORDS, ' ').trim();
  return `${row.postcode}|${flat}|${row.paon}${row.paon ? '' : `|${row.street}`}`;
}

/** One flat may be registered as FLAT 4, as APARTMENT 4, or as 4. */
const UNIT_WORDS = /\b(?:FLAT|APARTMENT|APT|UNIT|NO)\b|[^A-Z0-9]+/g;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
