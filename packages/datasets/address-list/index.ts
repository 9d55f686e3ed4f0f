import { columnsOf, type FirstRecord, findHeader, missingColumns } from '@domesday/files/header';
import { exactWidth } from '@domesday/loading/columns';
import { farFromPostcodes } from '@domesday/loading/moved-postcodes.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { table } from './columns.ts';
import { type AddressMapping, type Columns, locate, readMapping } from './mapping.ts';
import { premiumLayout } from './premium.ts';
import { publishAddressList } from './publish.query.ts';
import { source } from './source.ts';

/**
 * The operator's own addresses: any CSV with a UPRN and an address, with a mapping file that names its columns. Without
 * a mapping file: a list with the header UPRN,ADDRESS,POSTCODE[,EASTING,NORTHING,LATITUDE,LONGITUDE,COUNTRY,
 * PARENT_UPRN,CLASSIFICATION], AddressBase Core, and AddressBase Premium.
 */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  takesMapping: true,
  readMapping,
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 64 * 1024,
  recognise,
  check: farFromPostcodes,
  withholds: { own: "t.source = 'address-list'" },
  publish: publishAddressList,
};

function recognise(head: Head, mapping: unknown): Layout | Refusal {
  const named = mapping as AddressMapping | null;
  if (!named) {
    const premium = premiumLayout(head);
    if (premium) return premium;
  }
  const found = findHeader(head.text, (fields) => locate(fields, named).missing, named?.delimiter);
  if ('missing' in found) return missingColumns('an address list', found.missing);
  const { record, delimiter } = found;
  return layoutOf(record, delimiter, locate(record.fields, named), named);
}

function layoutOf(
  header: FirstRecord,
  delimiter: string,
  { address, at }: Columns,
  named: AddressMapping | null,
): Layout {
  const columns = columnsOf(header.fields);
  const name = named
    ? 'mapped columns'
    : columns.has('single_line_address')
      ? 'AddressBase Core'
      : 'address list';
  return table.layout({
    name,
    at,
    dataOffset: header.end,
    firstLine: header.nextLine,
    delimiter,
    file: { address },
    fits: exactWidth(header.fields.length),
    own: name !== 'AddressBase Core',
  });
}
