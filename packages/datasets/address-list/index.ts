import { columnsOf, delimiterOf, type FirstRecord, missingColumns, recordAt } from '@domesday/files/header';
import { exactWidth, LINES_BEFORE_A_HEADER } from '@domesday/loading/columns';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { table } from './columns.ts';
import { type AddressMapping, type Columns, locate, readMapping } from './mapping.ts';
import { premiumLayout } from './premium.ts';
import { publishAddressList } from './publish.query.ts';
import { source } from './source.ts';

/**
 * The operator's own addresses: any CSV with a UPRN and an address, its columns named by a mapping file; without one,
 * a list with the header UPRN,ADDRESS,POSTCODE[,EASTING,NORTHING,LATITUDE,LONGITUDE,COUNTRY,
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
  withholds: { own: "t.source = 'address-list'" },
  publish: publishAddressList,
};

function recognise(head: Head, mapping: unknown): Layout | Refusal {
  const named = mapping as AddressMapping | null;
  if (!named) {
    const premium = premiumLayout(head);
    if (premium) return premium;
  }
  let offset = 0;
  let line = 1;
  let refusal: Refusal | null = null;
  for (let tried = 0; tried < LINES_BEFORE_A_HEADER; tried++) {
    const delimiter = named?.delimiter ?? delimiterOf(head.text.slice(offset));
    const record = recordAt(head.text, offset, line, delimiter);
    if (!record) break;
    const located = locate(record.fields, named);
    if (located.missing.length === 0) return layoutOf(record, delimiter, located, named);
    refusal ??= missingColumns('an address list', located.missing);
    offset = record.end;
    line = record.nextLine;
  }
  return refusal ?? { refused: 'its first line is not CSV.', missing: ['UPRN', 'ADDRESS', 'POSTCODE'] };
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
