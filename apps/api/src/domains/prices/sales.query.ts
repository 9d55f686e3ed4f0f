import { byFloorArea, usableSale } from '@domesday/builds/packed-sales/usable';
import type { Schema } from '@domesday/contract';
import { columnsOf, listOf, nullable, type RowOf, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';
import { BY_POSTCODE } from '../../location/placed.ts';
import { mayLieIn, REACHED } from '../../location/unplaced.query.ts';
import type { Period } from '../../statistics/dates.ts';

export interface SalesFilter {
  property_type?: Schema<'PropertyType'> | undefined;
  tenure?: Schema<'Tenure'> | undefined;
  new_build?: boolean | undefined;
  category?: 'standard' | 'all' | undefined;
}

const PLACED = { postcode: 's.postcode', position: 's.position' };

/**
 * Period (last day included) and filters; null if not asked for. Sales of neither houses nor flats, at odd prices, or
 * at one price for several homes are left out of all statistics except those of the kind `other`. `odd` selects only
 * these sales, to count them.
 */
const SALES_FILTER = {
  from: 'date',
  to: 'date',
  property_type: 'text?',
  tenure: 'text?',
  new_build: 'bool?',
  standard: 'bool',
  odd: 'bool',
} as const;

export function saleFilter(
  filter: SalesFilter,
  { from, to }: Period,
  odd = false,
): RowOf<typeof SALES_FILTER> {
  const { property_type = null, tenure = null, new_build = null, category = 'standard' } = filter;
  return { from, to, property_type, tenure, new_build, standard: category === 'standard', odd };
}

const passesFilter = (v: RowOf<typeof SALES_FILTER>) => sql`
  s.date >= ${v.from} and s.date <= ${v.to}
  and (not ${v.standard}::boolean or s.category = 'standard')
  and (${v.property_type}::text is null or s.property_type = ${v.property_type})
  and (${v.tenure}::text is null or s.tenure = ${v.tenure})
  and (${v.new_build}::boolean is null or s.new_build = ${v.new_build})
  and (coalesce(${v.property_type}::text = 'other', false) or ${sql.raw(usableSale('s'))}) <> ${v.odd}::boolean`;

/** The certificate that gives the floor area of the sold home; index energy_certificates_uprn. */
const SIZED = sql`left join lateral (
    select c.floor_area_sqm
    from energy_certificates c where c.uprn = s.uprn and c.floor_area_sqm is not null
    order by ${sql.raw(byFloorArea('c'))} limit 1) sized on true`;

const PRICED = {
  ...columnsOf('sales', ['date', 'price', 'property_type', 'tenure']),
  ...nullable(columnsOf('energy_certificates', ['floor_area_sqm'])),
};
export type PricedSale = RowOf<typeof PRICED>;

/** Price, kind and floor area of the sales of an area and period; index sales_postcode_date or sales_position. */
export const pricedSales = areaStatement({
  name: 'priced-sales',
  parameters: SALES_FILTER,
  row: PRICED,
  columns: PLACED,
  build: (v, inArea) => sql`
    select s.date, s.price, s.property_type, s.tenure, sized.floor_area_sqm from sales s ${SIZED}
    where ${inArea} and ${passesFilter(v)}`,
});

const MONTH = { month: 'text', n: 'int8', median: 'float8' } as const;
export type MonthRow = RowOf<typeof MONTH>;

/** Number and median price of the sales of each month; index sales_postcode_date or sales_position. */
export const monthlyPrices = areaStatement({
  name: 'monthly-prices',
  parameters: SALES_FILTER,
  row: MONTH,
  columns: PLACED,
  build: (v, inArea) => sql`
    select to_char(s.date, 'YYYY-MM') as month, count(*) as n,
      percentile_cont(0.5) within group (order by s.price) as median
    from sales s where ${inArea} and ${passesFilter(v)} group by 1 order by 1`,
});

/** Number of sales in an area and period; the same indexes. */
export const countSales = areaStatement({
  name: 'count-sales',
  parameters: SALES_FILTER,
  row: { n: 'int8' },
  columns: PLACED,
  build: (v, inArea) => sql`select count(*) as n from sales s where ${inArea} and ${passesFilter(v)}`,
});

/** Whether any sale is loaded for the Scottish part of an area; the same indexes, and the primary key of postcodes. */
export const scottishSales = areaStatement({
  name: 'scottish-sales',
  row: { known: 'bool' },
  columns: PLACED,
  build: (_, inArea) => sql`
    select exists (
      select from sales s join postcodes p on p.postcode = s.postcode and p.country = 'Scotland'
      where ${inArea}) as known`,
});

/**
 * The day of the oldest loaded sale anywhere; null if all years are loaded, which the first rows of the table show. If
 * only some years are loaded, this is a sequential scan of their sales.
 */
export const oldestSale = statement({
  name: 'oldest-sale',
  row: { day: 'date?' },
  build: () => sql`
    select case when not exists (select from sales where date < '1996-01-01') then (select min(date) from sales) end
      as day`,
});

/**
 * How many matching sales may lie in an area but cannot be found by it. Of sales without a postcode, those of the
 * district of the area's authority. Indexes sales_unplaced, sales_postcode_date.
 */
export const unplacedSales = statement({
  name: 'unplaced-sales',
  parameters: { ...SALES_FILTER, ...REACHED, authority_code: 'text?' },
  row: { n: 'int8' },
  build: (v) => sql`
    select count(*) as n from sales s
     where ${passesFilter(v)} and ${mayLieIn(PLACED, v)}
       and (s.postcode is not null or coalesce(upper(s.district) =
         (select upper(a.name) from local_authorities a where a.code = ${v.authority_code}), true))`,
});

const SOLD = columnsOf('sales', [
  'transaction_id',
  'uprn',
  'date',
  'price',
  'postcode',
  'saon',
  'paon',
  'street',
  'locality',
  'town',
  'property_type',
  'tenure',
  'new_build',
  'category',
]);
const CERTIFIED = columnsOf('energy_certificates', [
  'build_form',
  'habitable_rooms',
  'current_rating',
  'construction_age',
]);
const FOUND = {
  ...SOLD,
  easting: 'float8?',
  northing: 'float8?',
  by_postcode: 'bool',
  ...nullable(columnsOf('energy_certificates', ['floor_area_sqm'])),
  ...nullable(CERTIFIED),
} as const;
export type FoundSale = RowOf<typeof FOUND>;

/** The home that a sale is linked to; primary key of addresses. */
const HOME = sql`left join addresses a on a.uprn = s.uprn`;
/** The newest certificate, as in properties.get, for all columns but the floor area; index energy_certificates_uprn. */
const NEWEST = sql`left join lateral (
    select ${listOf(CERTIFIED, 'c')} from energy_certificates c where c.uprn = s.uprn
    order by c.lodged_on desc nulls last, c.certificate_number desc limit 1) c on true`;
const WHOLE_SALE = sql`${listOf(SOLD, 's')}, (s.position)[0] as easting, (s.position)[1] as northing,
  ${BY_POSTCODE} as by_postcode, sized.floor_area_sqm, ${listOf(CERTIFIED, 'c')}`;

/** Sales with all columns by transaction, in no order; primary key of sales. */
export const salesOf = statement({
  name: 'sales-of-transactions',
  parameters: { transactions: '_uuid' },
  row: FOUND,
  build: ({ transactions }) => sql`
    select ${WHOLE_SALE} from sales s ${HOME} ${SIZED} ${NEWEST} where s.transaction_id = any (${transactions})`,
});

/** At most `most` sales of an area and period with all columns, newest first; the same indexes. */
export const findSales = areaStatement({
  name: 'find-sales',
  parameters: { ...SALES_FILTER, most: 'int8' },
  row: FOUND,
  columns: PLACED,
  build: (v, inArea) => sql`
    select ${WHOLE_SALE} from sales s ${HOME} ${SIZED} ${NEWEST} where ${inArea} and ${passesFilter(v)}
    order by s.date desc, s.transaction_id limit ${v.most}`,
});
