import {
  MARKET_BUILD,
  MARKET_INPUTS,
  MONTH_RECORD_BYTES,
  monthSaleAt,
  type PackedSale,
  SQUARE_RECORD_BYTES,
  type SquareSale,
  squareSaleAt,
  squaresAround,
  transactionAt,
} from '@domesday/datasets/market-build';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { packedMonths, packedSquares } from './packed.query.ts';
import type { SalesFilter } from './sales.query.ts';

/** A sale of an area with its day. */
export interface DatedSale extends PackedSale {
  date: string;
}
export interface NearSale extends SquareSale {
  date: string;
  transaction_id: string;
}

const BY_CODE = ['sector', 'outcode', 'local_authority'];
const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);

/** Whether the packed sales of the last build answer for an area: they are of what is served, and cut this way. */
export function isPacked(context: Context, area: Place | { brma_key: string }): boolean {
  if (!context.builtFrom(MARKET_BUILD, MARKET_INPUTS)) return false;
  return 'brma_key' in area || BY_CODE.includes(area.level) || area.level === 'radius';
}

/** The sales of an area in a period, both days included, as far as the filter lets them through. */
export async function packedSales(
  context: Context,
  area: Place | { brma_key: string },
  filter: SalesFilter,
  from: string,
  to: string,
): Promise<DatedSale[]> {
  if ('level' in area && area.level === 'radius') return salesAround(context, area, filter, from, to);
  const sector = 'level' in area && area.level === 'sector' ? Number(area.sector!.split(' ')[1]) : null;
  const sales: DatedSale[] = [];
  for (const { month, sales: bytes } of await packedMonths(context.db, area, from, to)) {
    const begin = month.slice(0, 8);
    const [first, last] = [
      begin === from.slice(0, 8) ? Number(from.slice(8)) : 1,
      begin === to.slice(0, 8) ? Number(to.slice(8)) : 31,
    ];
    for (let at = 0; at < bytes.length; at += MONTH_RECORD_BYTES) {
      const sale = monthSaleAt(bytes, at);
      if (sale.day < first || sale.day > last || !passes(sale, filter)) continue;
      if (sector !== null && sale.sector !== sector) continue;
      sales.push({ ...sale, date: `${begin}${String(sale.day).padStart(2, '0')}` });
    }
  }
  return sales;
}

/** The sales of a circle in a period, in no order. */
export async function salesAround(
  context: Context,
  area: Place,
  filter: SalesFilter,
  from: string,
  to: string,
): Promise<NearSale[]> {
  const [easting, northing, radius_m] = [area.easting!, area.northing!, area.radius_m!];
  const squares = squaresAround(easting, northing, radius_m);
  const [first, last] = [dayNumber(from), dayNumber(to)];
  const pieces = await packedSquares(context.db, squares, Number(from.slice(0, 4)), Number(to.slice(0, 4)));
  const sales: NearSale[] = [];
  for (const bytes of pieces) {
    for (let at = 0; at < bytes.length; at += SQUARE_RECORD_BYTES) {
      const sale = squareSaleAt(bytes, at);
      if (sale.day_number < first || sale.day_number > last || !passes(sale, filter)) continue;
      if (Math.hypot(sale.easting - easting, sale.northing - northing) > radius_m) continue;
      const date = new Date(FIRST_DAY_MS + sale.day_number * DAY_MS).toISOString().slice(0, 10);
      sales.push({ ...sale, date, transaction_id: transactionAt(bytes, at) });
    }
  }
  return sales;
}

function dayNumber(day: string): number {
  return Math.round((Date.parse(day) - FIRST_DAY_MS) / DAY_MS);
}

function passes(sale: PackedSale, filter: SalesFilter): boolean {
  return (
    (filter.category === 'all' || !sale.additional) &&
    (filter.property_type === undefined || sale.property_type === filter.property_type) &&
    (filter.tenure === undefined || sale.tenure === filter.tenure) &&
    (filter.new_build === undefined || sale.new_build === filter.new_build)
  );
}
