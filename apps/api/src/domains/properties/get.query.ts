import {
  columnsExcept,
  columnsOf,
  jsonOf,
  listOf,
  namesOf,
  oneOf,
  orNull,
  query,
  type RowOf,
  sql,
  statement,
} from '@domesday/db';

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
export type SaleRow = RowOf<typeof SALE>;

/** What a certificate says of the home: a column that is added to the table can be answered at once. */
const CERTIFICATE = columnsExcept('energy_certificates', [
  'uprn',
  'uprn_confidence',
  'address',
  'postcode',
  'country',
  'local_authority_code',
  'load_id',
  'potential_score',
  'tenure',
  'transaction_type',
]);
export type CertificateRow = RowOf<typeof CERTIFICATE>;

const ADDRESS = {
  ...columnsOf('addresses', ['uprn', 'address', 'postcode', 'source', 'latitude', 'longitude']),
  ...columnsOf('addresses', ['position_source', 'local_authority_code', 'lsoa_code']),
  country: orNull(oneOf('England', 'Wales', 'Scotland')),
};
const PROPERTY = {
  ...ADDRESS,
  local_authority_name: orNull('text'),
  certificate: orNull(jsonOf(CERTIFICATE)),
  sale: orNull(jsonOf(SALE)),
};
export type PropertyRow = RowOf<typeof PROPERTY>;

/**
 * The address with its newest certificate and its last sale, in one read by key: primary keys of addresses and
 * local_authorities, indexes energy_certificates_uprn and sales_uprn_date.
 */
export const propertyByUprn = statement({
  name: 'property-by-uprn',
  parameters: { uprn: 'int8' },
  row: PROPERTY,
  build: ({ uprn }) => sql`
    select ${listOf(ADDRESS, 'a')}, la.name as local_authority_name,
      (select to_json(c) from (
        select ${listOf(CERTIFICATE)} from energy_certificates where uprn = a.uprn
        order by lodged_on desc nulls last, certificate_number desc limit 1) c) as certificate,
      (select to_json(s) from (
        select ${listOf(SALE)} from sales where uprn = a.uprn
        order by date desc, price desc, transaction_id limit 1) s) as sale
    from addresses a
    left join local_authorities la on la.code = a.local_authority_code
    where a.uprn = ${uprn}`,
});

/** All sales of a property, newest first; index sales_uprn_date. */
export const salesOfUprn = statement({
  name: 'sales-of-uprn',
  parameters: { uprn: 'int8' },
  row: SALE,
  build: ({ uprn }) =>
    query
      .selectFrom('sales')
      .select(namesOf(SALE))
      .where('uprn', '=', uprn)
      .orderBy('date', 'desc')
      .orderBy('price', 'desc')
      .orderBy('transaction_id'),
});
