import { columnsOf, missingColumns, recordAt } from '@domesday/files/header';
import { cleanText } from '@domesday/files/values';
import { place, withPostcode } from '@domesday/loading/kinds/addresses/row';
import { COLUMN, staging } from '@domesday/loading/kinds/addresses/staging';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { countryOfCode, postcodeOf, uprnOf } from '@domesday/loading/values';
import { type AddressMapping, locate, readMapping } from './mapping.ts';
import { premiumLayout } from './premium.ts';
import { publishAddressList } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Addresses that the operator brings: any CSV with a UPRN and an address, its columns named by a mapping file;
 * and without one, a list with the header UPRN,ADDRESS,POSTCODE[,EASTING,NORTHING,LATITUDE,LONGITUDE,COUNTRY,
 * PARENT_UPRN,CLASSIFICATION], AddressBase Core, and AddressBase Premium.
 */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  takesMapping: true,
  readMapping,
  staging,
  maxFieldChars: 4000,
  maxRecordChars: 64 * 1024,
  recognise,
  publish: publishAddressList,
};

function recognise(head: Head, mapping: unknown): Layout | Refusal {
  const named = mapping as AddressMapping | null;
  if (!named) {
    const premium = premiumLayout(head);
    if (premium) return premium;
  }
  const delimiter = named?.delimiter ?? ',';
  const first = recordAt(head.text, 0, 1, delimiter);
  if (!first) return { refused: 'its first line is not CSV.', missing: ['UPRN', 'ADDRESS', 'POSTCODE'] };
  const columns = columnsOf(first.fields);
  const { address, at, missing } = locate(columns, named);
  if (missing.length > 0) return missingColumns('an address list', missing);
  const width = first.fields.length;

  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    if (fields.length !== width) return `The row has ${fields.length} columns, not ${width}.`;
    const uprn = uprnOf(fields[at.uprn]);
    if (uprn === null)
      return fields[at.uprn]?.trim() ? `"${fields[at.uprn]}" is not a UPRN.` : 'There is no UPRN.';
    const text = cleanText(
      address
        .map((i) => cleanText(fields[i]))
        .filter((part) => part !== null)
        .join(', '),
    );
    if (text === null) return 'There is no address.';
    const postcode = at.postcode === -1 ? trailingPostcode(text) : postcodeOf(fields[at.postcode]);
    if (postcode === null) return 'There is no postcode.';
    row.fill(null);
    row[COLUMN.kind] = 'row';
    row[COLUMN.uprn] = uprn;
    row[COLUMN.address] = withPostcode(text, postcode);
    row[COLUMN.postcode] = postcode;
    place(row, fields[at.easting], fields[at.northing], fields[at.latitude], fields[at.longitude]);
    row[COLUMN.country] = countryOfCode(fields[at.country]);
    row[COLUMN.parent_uprn] = uprnOf(fields[at.parent_uprn]);
    row[COLUMN.classification] = cleanText(fields[at.classification]);
    return null;
  };
  const name = named
    ? 'mapped columns'
    : columns.has('single_line_address')
      ? 'AddressBase Core'
      : 'address list';
  return { name, dataOffset: first.end, firstLine: first.nextLine, delimiter, map };
}

function trailingPostcode(address: string): string | null {
  const found = /([A-Za-z]{1,2}[0-9][A-Za-z0-9]?\s*[0-9][A-Za-z]{2})\.?$/.exec(address);
  return found ? postcodeOf(found[1]) : null;
}
