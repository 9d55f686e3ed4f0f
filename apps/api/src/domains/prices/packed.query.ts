import type { Queryable } from '@domesday/db';
import type { Place } from '../../location/place.ts';

export interface MonthRow {
  /** First day of the month, ISO. */
  month: string;
  sales: Buffer;
}

/**
 * The packed sales of an outcode, sector, authority or market area, from one month to another. Indexes
 * sale_months_outcode, sale_months_authority, sale_months_brma.
 */
export async function packedMonths(
  db: Queryable,
  area: Place | { brma_key: string },
  from: string,
  to: string,
): Promise<MonthRow[]> {
  const [column, value] =
    'brma_key' in area
      ? ['brma_key', area.brma_key]
      : area.level === 'local_authority'
        ? ['local_authority_code', area.local_authority_code]
        : ['outcode', area.outcode];
  const { rows } = await db.query<MonthRow>({
    name: `packed-months-${column}`,
    text: `select month, sales from sale_months
           where ${column} = $1 and month >= date_trunc('month', $2::date) and month <= $3`,
    values: [value, from, to],
  });
  return rows;
}

/** The packed sales of kilometre squares, from one year to another; the primary key of sale_squares. */
export async function packedSquares(
  db: Queryable,
  squares: readonly number[],
  from_year: number,
  to_year: number,
): Promise<Buffer[]> {
  const { rows } = await db.query<{ sales: Buffer }>({
    name: 'packed-squares',
    text: 'select sales from sale_squares where square = any ($1) and year between $2 and $3',
    values: [squares, from_year, to_year],
  });
  return rows.map((row) => row.sales);
}
