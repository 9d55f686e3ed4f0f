import { columnsOf, type Queryable, query, type RowOf, sql, statement } from '@domesday/db';
import type { Place } from '../../location/place.ts';

/** `month` is the first day of the month. */
const MONTH = columnsOf('sale_months', ['month', 'sales']);
export type MonthRow = RowOf<typeof MONTH>;

const packedBy = (column: 'outcode' | 'local_authority_code' | 'brma_key') =>
  statement({
    name: `packed-months-${column}`,
    parameters: { area: 'text?', from: 'date', to: 'date' },
    row: MONTH,
    build: ({ area, from, to }) =>
      query
        .selectFrom('sale_months')
        .select(['month', 'sales'])
        .where(column, '=', area)
        .where('month', '>=', sql<string>`date_trunc('month', ${from}::date)`)
        .where('month', '<=', to),
  });
const byOutcode = packedBy('outcode');
const byAuthority = packedBy('local_authority_code');
const byMarketArea = packedBy('brma_key');

/**
 * The packed sales of an outcode, sector, authority or market area for a range of months; a sector gets those of its
 * outcode. Indexes sale_months_outcode, sale_months_authority, sale_months_brma.
 */
export function packedMonths(
  db: Queryable,
  area: Place | { brma_key: string },
  from: string,
  to: string,
): Promise<MonthRow[]> {
  if ('brma_key' in area) return byMarketArea.rows(db, { area: area.brma_key, from, to });
  if (area.level === 'local_authority')
    return byAuthority.rows(db, { area: area.local_authority_code, from, to });
  return byOutcode.rows(db, { area: area.outcode, from, to });
}

/** The packed sales of one-kilometre squares for a range of years; primary key of sale_squares. */
export const packedSquares = statement({
  name: 'packed-squares',
  parameters: { squares: '_int4', from_year: 'int2', to_year: 'int2' },
  row: columnsOf('sale_squares', ['sales']),
  build: ({ squares, from_year, to_year }) =>
    query
      .selectFrom('sale_squares')
      .select('sales')
      .where('square', '=', sql<number>`any (${squares})`)
      .where('year', '>=', from_year)
      .where('year', '<=', to_year),
});
