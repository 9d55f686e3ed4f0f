import type { Schema } from '@domesday/contract';
import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';

export interface SalesFilter {
  property_type?: Schema<'PropertyType'> | undefined;
  tenure?: Schema<'Tenure'> | undefined;
  new_build?: boolean | undefined;
  category?: 'standard' | 'all' | undefined;
}

const COLUMNS = { postcode: 's.postcode', position: 's.position' };

/** The condition of place, period and filter, with its values. The period runs from `from` up to and with `to`. */
function condition(
  area: Place,
  filter: SalesFilter,
  from: string,
  to: string,
): { sql: string; values: unknown[] } {
  const where = inPlace(area, COLUMNS, 1);
  const values = [...where.values];
  const parts = [where.sql];
  const add = (sql: (parameter: string) => string, value: unknown) => {
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  add((p) => `s.date >= ${p}`, from);
  add((p) => `s.date <= ${p}`, to);
  if ((filter.category ?? 'standard') === 'standard') parts.push("s.category = 'standard'");
  if (filter.property_type) add((p) => `s.property_type = ${p}`, filter.property_type);
  if (filter.tenure) add((p) => `s.tenure = ${p}`, filter.tenure);
  if (filter.new_build !== undefined) add((p) => `s.new_build = ${p}`, filter.new_build);
  return { sql: parts.join(' and '), values };
}

/** The newest certificate with a floor area of the sold UPRN; index energy_certificates_uprn. */
const CERTIFICATE = `left join lateral (
    select c.floor_area_sqm, c.build_form, c.habitable_rooms, c.current_rating, c.construction_age
    from energy_certificates c where c.uprn = s.uprn and c.floor_area_sqm is not null
    order by c.lodged_on desc nulls last, c.certificate_number desc limit 1) c on true`;

export interface PricedSale {
  date: string;
  price: number;
  property_type: Schema<'PropertyType'>;
  tenure: Schema<'Tenure'> | null;
  floor_area_sqm: number | null;
}

/** Price, kind and floor area of the sales of an area and period; index sales_postcode_date or sales_position. */
export async function pricedSales(
  db: Queryable,
  area: Place,
  filter: SalesFilter,
  from: string,
  to: string,
): Promise<PricedSale[]> {
  const where = condition(area, filter, from, to);
  const { rows } = await db.query<PricedSale>(
    `select s.date, s.price, s.property_type, s.tenure, c.floor_area_sqm from sales s ${CERTIFICATE} where ${where.sql}`,
    where.values,
  );
  return rows;
}

export interface MonthRow {
  month: string;
  n: number;
  median: number;
}

/** Number and median of the sales of each month; index sales_postcode_date or sales_position. */
export async function monthlyPrices(
  db: Queryable,
  area: Place,
  filter: SalesFilter,
  from: string,
  to: string,
): Promise<MonthRow[]> {
  const where = condition(area, filter, from, to);
  const { rows } = await db.query<MonthRow>(
    `select to_char(s.date, 'YYYY-MM') as month, count(*) as n,
       percentile_cont(0.5) within group (order by s.price) as median
     from sales s where ${where.sql} group by 1 order by 1`,
    where.values,
  );
  return rows;
}

/** Number of the sales of an area and period; the same indexes. */
export async function countSales(
  db: Queryable,
  area: Place,
  filter: SalesFilter,
  from: string,
  to: string,
): Promise<number> {
  const where = condition(area, filter, from, to);
  const { rows } = await db.query(`select count(*) as n from sales s where ${where.sql}`, where.values);
  return rows[0].n;
}

export interface FoundSale extends PricedSale {
  transaction_id: string;
  uprn: number | null;
  postcode: string | null;
  saon: string | null;
  paon: string | null;
  street: string | null;
  locality: string | null;
  town: string | null;
  new_build: boolean;
  category: 'standard' | 'additional';
  easting: number | null;
  northing: number | null;
  build_form: string | null;
  habitable_rooms: number | null;
  epc_rating: string | null;
  construction_age: string | null;
}

const WHOLE = `s.transaction_id, s.uprn, s.date, s.price, s.postcode, s.saon, s.paon, s.street, s.locality, s.town,
  s.property_type, s.tenure, s.new_build, s.category, (s.position)[0] as easting, (s.position)[1] as northing,
  c.floor_area_sqm, c.build_form, c.habitable_rooms, c.current_rating as epc_rating, c.construction_age`;

/** Whole sales of some transactions, in no order; the primary key of sales. */
export async function salesOf(db: Queryable, transactions: readonly string[]): Promise<FoundSale[]> {
  const { rows } = await db.query<FoundSale>({
    name: 'sales-of-transactions',
    text: `select ${WHOLE} from sales s ${CERTIFICATE} where s.transaction_id = any ($1)`,
    values: [transactions],
  });
  return rows;
}

/** Whole sales of an area and period, newest first, at most `most`; the same indexes. */
export async function findSales(
  db: Queryable,
  area: Place,
  filter: SalesFilter,
  from: string,
  to: string,
  most: number,
): Promise<FoundSale[]> {
  const where = condition(area, filter, from, to);
  const { rows } = await db.query<FoundSale>(
    `select ${WHOLE} from sales s ${CERTIFICATE} where ${where.sql}
     order by s.date desc, s.transaction_id limit ${Math.trunc(most)}`,
    where.values,
  );
  return rows;
}
