import { columnsOf, delimiterOf, missingColumns, recordAt } from '@domesday/files/header';
import { exactWidth } from '@domesday/loading/columns';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { table } from './columns.ts';
import { type AddressMapping, locate, readMapping } from './mapping.ts';
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
  const delimiter = named?.delimiter ?? delimiterOf(head.text);
  const first = recordAt(head.text, 0, 1, delimiter);
  if (!first) return { refused: 'its first line is not CSV.', missing: ['UPRN', 'ADDRESS', 'POSTCODE'] };
  const columns = columnsOf(first.fields);
  const { address, at, missing } = locate(first.fields, named);
  if (missing.length > 0) return missingColumns('an address list', missing);
  const name = named
    ? 'mapped columns'
    : columns.has('single_line_address')
      ? 'AddressBase Core'
      : 'address list';
  return table.layout({
    name,
    at,
    dataOffset: first.end,
    firstLine: first.nextLine,
    delimiter,
    file: { address },
    fits: exactWidth(first.fields.length),
    own: name !== 'AddressBase Core',
  });
}
