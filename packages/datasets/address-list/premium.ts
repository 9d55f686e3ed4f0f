import { recordAt, sampleRecords } from '@domesday/files/header';
import { cleanText } from '@domesday/files/values';
import { place, withPostcode } from '@domesday/loading/kinds/addresses/row';
import { COLUMN } from '@domesday/loading/kinds/addresses/staging';
import { type CopyValue, type Head, type Layout, type MapOutcome, SKIP } from '@domesday/loading/types';
import { countryOfCode, postcodeOf, uprnOf } from '@domesday/loading/values';

/**
 * AddressBase Premium: records of many kinds, told apart by the number in their first column, in one file
 * without a header or in one file per kind with a header. Used are 15 street descriptor, 21 basic land and
 * property unit, 24 land and property identifier, 28 delivery point address and 32 classification.
 */
const KINDS = new Set(['10', '11', '15', '21', '23', '24', '28', '29', '30', '31', '32', '99']);
const SCHEME = 'addressbase premium classification scheme';

export function premiumLayout(head: Head): Layout | null {
  const first = recordAt(head.text);
  if (!first) return null;
  if (first.fields[0]?.trim().toUpperCase() === 'RECORD_IDENTIFIER') {
    return { name: 'AddressBase Premium', dataOffset: first.end, firstLine: first.nextLine, map };
  }
  const sample = sampleRecords(head.text, 10);
  const shaped = (f: string[]) =>
    KINDS.has(f[0] ?? '') && (/^[IUD]$/.test(f[1] ?? '') || f[0] === '10' || f[0] === '99');
  if (sample.length === 0 || !sample.every(shaped)) return null;
  return { name: 'AddressBase Premium', dataOffset: 0, firstLine: 1, map };
}

function map(fields: string[], row: CopyValue[]): MapOutcome {
  const build = BUILDERS[fields[0]!];
  if (!build) return KINDS.has(fields[0]!) ? SKIP : `The record identifier "${fields[0]}" is not known.`;
  if (fields.length < build.width) return `The record has ${fields.length} columns, not ${build.width}.`;
  row.fill(null);
  row[COLUMN.removed] = fields[1] === 'D';
  return build.map(fields, row);
}

interface Builder {
  width: number;
  map(f: string[], row: CopyValue[]): MapOutcome;
}

const BUILDERS: Record<string, Builder> = {
  '15': {
    width: 9,
    map: (f, row) => {
      row[COLUMN.kind] = 'street';
      row[COLUMN.usrn] = uprnOf(f[3]);
      if (row[COLUMN.usrn] === null) return `"${f[3]}" is not a USRN.`;
      row[COLUMN.address] = joined(unlessRepeated([f[4], f[5], f[6]]));
      row[COLUMN.language] = f[8] || null;
      return null;
    },
  },
  '21': {
    width: 21,
    map: (f, row) => {
      row[COLUMN.kind] = 'unit';
      if (!withUprn(row, f[3])) return `"${f[3]}" is not a UPRN.`;
      row[COLUMN.status] = smallNumber(f[4]);
      row[COLUMN.parent_uprn] = uprnOf(f[7]);
      place(row, f[8], f[9], f[10], f[11]);
      row[COLUMN.country] = countryOfCode(f[14]);
      row[COLUMN.postcode] = postcodeOf(f[20]);
      return null;
    },
  },
  '24': {
    width: 22,
    map: (f, row) => {
      row[COLUMN.kind] = 'identifier';
      if (!withUprn(row, f[3])) return `"${f[3]}" is not a UPRN.`;
      row[COLUMN.language] = f[5] || null;
      row[COLUMN.status] = smallNumber(f[6]);
      const secondary = joined([f[15], range(f[11], f[12], f[13], f[14])], ' ');
      const number = range(f[16], f[17], f[18], f[19]);
      const before = joined([secondary, f[20]]);
      // A number stands before its street without a comma; a name with one.
      row[COLUMN.address] = number ? `${before ? `${before}, ` : ''}${number} ` : before ? `${before}, ` : '';
      row[COLUMN.usrn] = uprnOf(f[21]);
      return null;
    },
  },
  '28': {
    width: 16,
    map: (f, row) => {
      row[COLUMN.kind] = 'delivery_point';
      if (!withUprn(row, f[3])) return `"${f[3]}" is not a UPRN.`;
      const postcode = postcodeOf(f[15]);
      if (postcode === null) return `"${f[15]}" is not a postcode.`;
      const street = joined([f[9]?.trim(), joined([f[10], f[11]])], ' ');
      const text = joined([f[5], f[6], f[7], f[8], street, f[12], f[13], f[14]]);
      if (text === '') return 'There is no address.';
      row[COLUMN.postcode] = postcode;
      row[COLUMN.address] = withPostcode(text, postcode);
      return null;
    },
  },
  '32': {
    width: 7,
    map: (f, row) => {
      if (f[6]?.toLowerCase() !== SCHEME) return SKIP;
      row[COLUMN.kind] = 'classification';
      if (!withUprn(row, f[3])) return `"${f[3]}" is not a UPRN.`;
      row[COLUMN.classification] = f[5] || null;
      return null;
    },
  },
};

function withUprn(row: CopyValue[], text: string | undefined): boolean {
  row[COLUMN.uprn] = uprnOf(text);
  return row[COLUMN.uprn] !== null;
}

function smallNumber(text: string | undefined): number | null {
  return text && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

/** `12A-14`, from start number and suffix to end number and suffix. */
function range(...parts: (string | undefined)[]): string {
  const [start, startSuffix, end, endSuffix] = parts.map((part) => part?.trim() ?? '');
  if (!start) return '';
  return `${start}${startSuffix}${end ? `-${end}${endSuffix}` : ''}`;
}

function joined(parts: (string | undefined)[], separator = ', '): string {
  return parts
    .map((part) => cleanText(part))
    .filter((part) => part !== null)
    .join(separator);
}

function unlessRepeated(parts: (string | undefined)[]): (string | undefined)[] {
  return parts.filter((part, i) => !part || parts.indexOf(part) === i);
}
