import { recordAt, sampleRecords } from '@domesday/files/header';
import { cleanText, entryOf } from '@domesday/files/values';
import { placeOf, withPostcode } from '@domesday/loading/kinds/addresses/row';
import { type CopyValue, type Head, type Layout, type MapOutcome, Skipped } from '@domesday/loading/types';
import { countryOfCode, notUprn, postcodeOf, uprnOf } from '@domesday/loading/values';
import { TYPES } from './columns.ts';

/**
 * AddressBase Premium: records of many kinds, identified by the number in their first column, in one file without a
 * header or in one file for each kind with a header. Records that are used: 15 street descriptor, 21 basic land and
 * property unit, 24 land and property identifier, 28 delivery point address and 32 classification.
 */
const KINDS = new Set(['10', '11', '15', '21', '23', '24', '28', '29', '30', '31', '32', '99']);
const UNUSED = new Skipped(
  'The record of AddressBase Premium is of a kind that is not used; used are 15, 21, 24, 28 and 32.',
);
const OTHER_SCHEME = new Skipped('The classification is of a scheme other than that of AddressBase Premium.');
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

type Name = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as Name[];

function map(fields: string[], row: CopyValue[]): MapOutcome {
  const kind = entryOf(RECORDS, fields[0]!);
  if (!kind) return KINDS.has(fields[0]!) ? UNUSED : `The record identifier "${fields[0]}" is not known.`;
  if (fields.length < kind.width) return `The record has ${fields.length} columns, not ${kind.width}.`;
  const values = kind.read(fields);
  if (typeof values === 'string' || values instanceof Skipped) return values;
  // In a full supply every record is marked as inserted (I).
  values.of_update = fields[1] === 'U' || fields[1] === 'D';
  NAMES.forEach((name, i) => {
    row[i] = values[name] ?? null;
  });
  return null;
}

/** One kind of record: its least number of columns, and a reader, which returns a sentence if the record is refused. */
interface RecordKind {
  width: number;
  read(f: string[]): Partial<Record<Name, CopyValue>> | string | Skipped;
}

const RECORDS: Record<string, RecordKind> = {
  '15': {
    width: 9,
    read: (f) => {
      const usrn = uprnOf(f[3]);
      if (usrn === null) return `"${f[3]}" is not a USRN.`;
      const address = joined(unlessRepeated([f[4], f[5], f[6]]));
      return { kind: 'street', usrn, address, language: f[8] || null };
    },
  },
  '21': {
    width: 21,
    read: (f) => {
      const uprn = uprnOf(f[3]);
      if (uprn === null) return notUprn(f[3]);
      return {
        kind: 'unit',
        uprn,
        status: smallNumber(f[4]),
        parent_uprn: uprnOf(f[7]),
        ...placeOf(f[8], f[9], f[10], f[11]),
        country: countryOfCode(f[14]),
        postcode: postcodeOf(f[20]),
      };
    },
  },
  '24': {
    width: 22,
    read: (f) => {
      const uprn = uprnOf(f[3]);
      if (uprn === null) return notUprn(f[3]);
      const secondary = joined([f[15], range(f[11], f[12], f[13], f[14])], ' ');
      const number = range(f[16], f[17], f[18], f[19]);
      const before = joined([secondary, f[20]]);
      const beginning = before ? `${before}, ` : '';
      return {
        kind: 'identifier',
        uprn,
        language: f[5] || null,
        status: smallNumber(f[6]),
        // A number precedes its street without a comma; a name with one.
        address: number ? `${beginning}${number} ` : beginning,
        usrn: uprnOf(f[21]),
      };
    },
  },
  '28': {
    width: 16,
    read: (f) => {
      const uprn = uprnOf(f[3]);
      if (uprn === null) return notUprn(f[3]);
      const postcode = postcodeOf(f[15]);
      if (postcode === null) return `"${f[15]}" is not a postcode.`;
      const street = joined([f[9]?.trim(), joined([f[10], f[11]])], ' ');
      const text = joined([f[5], f[6], f[7], f[8], street, f[12], f[13], f[14]]);
      if (text === '') return 'There is no address.';
      return { kind: 'delivery_point', uprn, postcode, address: withPostcode(text, postcode) };
    },
  },
  '32': {
    width: 7,
    read: (f) => {
      if (f[6]?.toLowerCase() !== SCHEME) return OTHER_SCHEME;
      const uprn = uprnOf(f[3]);
      if (uprn === null) return notUprn(f[3]);
      return { kind: 'classification', uprn, classification: f[5] || null };
    },
  },
};

function smallNumber(text: string | undefined): number | null {
  return text && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

/** A range of house numbers such as `12A-14`, from start number and suffix, end number and suffix. */
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
