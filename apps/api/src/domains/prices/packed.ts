import {
  emptyColumns,
  MARKET_BUILD,
  MARKET_INPUTS,
  MONTH_RECORD_BYTES,
  type PackedSale,
  type SaleColumns,
  SQUARE_RECORD_BYTES,
  type SquareSale,
  sieveOf,
  squareSaleAt,
  squaresAround,
  TYPES,
  transactionAt,
  unpackMonth,
} from '@domesday/builds/packed-sales/records';
import { unusableReason } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import type { Period } from '../../statistics/dates.ts';
import { packedMonths, packedSquares } from './packed.query.ts';
import { columnsOf, dayOf, keepChosen } from './sale-columns.ts';
import type { SalesFilter } from './sales.query.ts';

interface NearSale extends SquareSale {
  date: string;
  transaction_id: string;
  /** Always null: the packed sales do not have it. */
  construction_age: null;
}

const BY_CODE = ['sector', 'outcode', 'local_authority'];
const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);

/**
 * Whether packed sales can answer for an area: they were built from the loads now served, and exist for this kind of
 * area.
 */
export function isPacked(context: Context, area: Place | { brma_key: string }): boolean {
  if (!context.builtFrom(MARKET_BUILD, MARKET_INPUTS)) return false;
  return 'brma_key' in area || BY_CODE.includes(area.level) || area.level === 'radius';
}

/** Whether a sale is left out of statistics; those of the kind `other` leave none out. */
function isOdd(sale: Pick<PackedSale, 'price' | 'property_type'>, { property_type }: SalesFilter): boolean {
  return property_type !== 'other' && unusableReason(sale) !== null;
}

/** The sales of an area in a period, and the days of its odd sales, which are not among them. */
interface FoundSales {
  sales: SaleColumns;
  odd_days: number[];
}

/** The sales of an area in a period that pass the filter, in no order. Both days are included. */
export async function packedSales(
  context: Context,
  area: Place | { brma_key: string },
  filter: SalesFilter,
  period: Period,
): Promise<FoundSales> {
  const { from, to } = period;
  if ('level' in area && area.level === 'radius') {
    const odd: NearSale[] = [];
    const sales = await salesAround(context, area, filter, period, odd);
    return { sales: columnsOf(sales), odd_days: odd.map(({ date }) => dayOf(date)) };
  }
  const sector = 'level' in area && area.level === 'sector' ? Number(area.sector!.split(' ')[1]) : undefined;
  const chosen = { ...filter, standard_only: filter.category !== 'all', sector };
  const months = await packedMonths(context.db, area, from, to);
  const records = months.reduce((sum, { sales }) => sum + sales.length, 0) / MONTH_RECORD_BYTES;
  const columns = emptyColumns(records);
  const odd_days: number[] = [];
  let n = 0;
  for (const { month, sales: bytes } of months) {
    const begin = month.slice(0, 8);
    const first = begin === from.slice(0, 8) ? Number(from.slice(8)) : 1;
    const last = begin === to.slice(0, 8) ? Number(to.slice(8)) : 31;
    n = unpackMonth(bytes, dayOf(begin), sieveOf({ first, last }, chosen), columns, n, odd_days);
  }
  const usable = keepChosen(columns, n, (i) => {
    const odd = isOdd({ price: columns.prices[i]!, property_type: TYPES[columns.types[i]!]! }, filter);
    if (odd) odd_days.push(columns.days[i]!);
    return !odd;
  });
  return { sales: usable, odd_days };
}

/** The sales in a circle in a period, in no order. Odd sales are added to `odd` instead. */
export async function salesAround(
  context: Context,
  area: Place,
  filter: SalesFilter,
  { from, to }: Period,
  odd: NearSale[] = [],
): Promise<NearSale[]> {
  const circle = { easting: area.easting!, northing: area.northing!, radius_m: area.radius_m! };
  const squares = squaresAround(circle.easting, circle.northing, circle.radius_m);
  const years = [from, to].map((day) => Number(day.slice(0, 4)));
  const days = { first: dayNumber(from), last: dayNumber(to) };
  const sieve = sieveOf(days, { ...filter, standard_only: filter.category !== 'all' });
  const sales: NearSale[] = [];
  const packed = await packedSquares.rows(context.db, {
    squares,
    from_year: years[0]!,
    to_year: years[1]!,
  });
  for (const { sales: bytes } of packed) {
    for (let at = 0; at < bytes.length; at += SQUARE_RECORD_BYTES) {
      const sale = squareSaleAt(bytes, at, sieve, circle);
      if (!sale) continue;
      const near = sale as NearSale;
      near.date = dayText(sale.day_number);
      near.transaction_id = transactionAt(bytes, at);
      near.construction_age = null;
      if (sale.sold_together || isOdd(sale, filter)) odd.push(near);
      else sales.push(near);
    }
  }
  return sales;
}

// Caches formatted days: thousands of sales share a few thousand days.
const dayTexts: string[] = [];

function dayText(number: number): string {
  let text = dayTexts[number];
  if (text === undefined) {
    text = new Date(FIRST_DAY_MS + number * DAY_MS).toISOString().slice(0, 10);
    if (number >= 0) dayTexts[number] = text;
  }
  return text;
}

function dayNumber(day: string): number {
  return Math.round((Date.parse(day) - FIRST_DAY_MS) / DAY_MS);
}
