import { isSoldTogether, usableArea } from '@domesday/builds/packed-sales/usable';
import { homeTables } from '@domesday/datasets/home-tables';
import {
  columnsOf,
  type Db,
  jsonOf,
  listOf,
  loaderBy,
  nation,
  orNull,
  type RowOf,
  type Shape,
  sql,
  statement,
} from '@domesday/db';
import { plausibleFloorArea } from '@domesday/valuation';

const SALE = columnsOf('sales', [
  'transaction_id',
  'date',
  'price',
  'property_type',
  'tenure',
  'new_build',
  'category',
  'uprn_confidence',
]);
const SALE_ROW = { ...SALE, sold_together: 'bool' } as const;
export type SaleRow = RowOf<typeof SALE_ROW>;
const saleColumns = sql`${listOf(SALE, 's')}, ${sql.raw(isSoldTogether('s'))} as sold_together`;

/**
 * Newest first. Of sales on one day, first the one that counts in valuations.sale if a home was resold at once
 * (`inOrderOfTime`).
 */
const NEWEST_FIRST = sql`s.date desc, s.category = 'standard' desc, s.price desc, s.transaction_id`;

type HomeTables = typeof homeTables;
const rowOrNull = <S extends Shape>(columns: S) => orNull(jsonOf(columns));
/** The newest row for the home from each dataset with rows by UPRN. */
const NEWEST = Object.fromEntries(
  Object.values(homeTables).map(({ record, columns }) => [record, rowOrNull(columns)]),
) as {
  [Id in keyof HomeTables as HomeTables[Id]['record']]: ReturnType<
    typeof rowOrNull<HomeTables[Id]['columns']>
  >;
};

const ADDRESS = {
  ...columnsOf('addresses', ['uprn', 'address', 'postcode', 'source', 'latitude', 'longitude']),
  ...columnsOf('addresses', ['position_source', 'local_authority_code', 'lsoa_code', 'postcode_from']),
  country: orNull(nation),
};
const PROPERTY = {
  ...ADDRESS,
  local_authority_name: orNull('text'),
  ...NEWEST,
  sale: orNull(jsonOf(SALE_ROW)),
};

const newestRows = Object.values(homeTables).map(({ table, record, columns, newest_by }) => {
  const order = newest_by.map((column) => sql`${sql.ref(column)} desc nulls last`);
  return sql`
      (select to_json(t) from (
        select ${listOf(columns)} from ${sql.table(table)} where uprn = a.uprn
        order by ${sql.join(order)} limit 1) t) as ${sql.ref(record)}`;
});

/**
 * The address with the newest row of each such dataset and the last sale: primary keys of addresses and
 * local_authorities, indexes energy_certificates_uprn and sales_uprn_date.
 */
export const propertyOf = (uprn: unknown) => sql`
    select ${listOf(ADDRESS, 'a')}, la.name as local_authority_name,
      ${sql.join(newestRows)},
      (select to_json(s) from (
        select ${saleColumns} from sales s where s.uprn = a.uprn
        order by ${NEWEST_FIRST} limit 1) s) as sale
    from addresses a
    left join local_authorities la on la.code = a.local_authority_code
    where a.uprn = ${uprn} limit 1`;

const propertiesByUprn = statement({
  name: 'properties-by-uprn',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...PROPERTY },
  build: ({ keys }) => sql`
    select k.line, p.* from json_to_recordset(${keys}) as k (line integer, uprn bigint)
    cross join lateral (${propertyOf(sql.ref('k.uprn'))}) p`,
});
const properties = loaderBy<{ uprn: number }, RowOf<typeof PROPERTY>>(propertiesByUprn);

/** Columns of `certificate`, taken from the newest certificate with a usable floor area. */
const SIZED = columnsOf('energy_certificates', [
  'floor_area_sqm',
  'lodged_on',
  'inspected_on',
  'certificate_number',
  'uprn_source',
]);
export type PropertyRow = RowOf<typeof PROPERTY> & { sized: RowOf<typeof SIZED> | null };

/** The newest certificate with a usable floor area; index energy_certificates_uprn. */
const sizedByUprn = statement({
  name: 'sized-certificates-by-uprn',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...SIZED },
  build: ({ keys }) => sql`
    select k.line, c.* from json_to_recordset(${keys}) as k (line integer, uprn bigint)
    cross join lateral (
      select ${listOf(SIZED)} from energy_certificates
      where uprn = k.uprn and ${sql.raw(usableArea('floor_area_sqm'))}
      order by lodged_on desc nulls last, certificate_number desc limit 1) c`,
});
const sized = loaderBy<{ uprn: number }, RowOf<typeof SIZED>>(sizedByUprn);

/** The certificate for the floor area: the newest one with a usable floor area, else the newest one. */
export function sizedCertificate(row: PropertyRow): PropertyRow['certificate'] {
  return row.certificate && { ...row.certificate, ...row.sized };
}

/** The recorded facts of a home; null if the UPRN has no address. Reads for concurrent callers are batched. */
export async function propertyByUprn(db: Db, uprn: number): Promise<PropertyRow | null> {
  const row = await properties(db, { uprn });
  if (!row) return null;
  const { certificate } = row;
  const is_sized = !certificate || plausibleFloorArea(certificate.floor_area_sqm ?? 0);
  return { ...row, sized: is_sized ? null : await sized(db, { uprn }) };
}

/** All sales of a property, newest first; index sales_uprn_date. */
export const salesOfUprn = statement({
  name: 'sales-of-uprn',
  parameters: { uprn: 'int8' },
  row: SALE_ROW,
  build: ({ uprn }) => sql`
    select ${saleColumns} from sales s where s.uprn = ${uprn} order by ${NEWEST_FIRST}`,
});
