import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { cleanText, numberOf } from '@domesday/files/values';
import { areaDate } from '@domesday/loading/dates';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  LoadError,
  type MapOutcome,
  type Refusal,
} from '@domesday/loading/types';
import { postcodeOf, uprnOf } from '@domesday/loading/values';
import { parse } from 'yaml';
import { newestLicence, publishRegister, replacedLicences } from './publish.query.ts';
import { source } from './source.ts';

/** Columns of a register. Names of licence holders and managers are not among them and are not loaded. */
const FIELDS = [
  'licence_number',
  'licence_type',
  'status',
  'address',
  'postcode',
  'uprn',
  'issued_on',
  'expires_on',
  'max_occupants',
  'max_households',
  'storeys',
  'rooms',
] as const;
type Field = (typeof FIELDS)[number];
const TYPES = ['mandatory', 'additional', 'selective', 'exemption', 'not_stated'] as const;
type LicenceType = (typeof TYPES)[number];

/** Whose register a file is, and which of its columns holds what. */
export interface HmoMapping {
  columns: Partial<Record<Field, string>>;
  local_authority_code: string;
  authority_name?: string;
  /** Name of the register, where an authority keeps several; a load replaces the register of that name. */
  register?: string;
  /** Day to which the register was made up. */
  register_date?: string;
  /** The type of all licences of the file, where no column tells. */
  licence_type?: LicenceType;
  delimiter?: string;
}

/** Reads a mapping file. Throws a LoadError that names what is wrong in it. */
export function readHmoMapping(text: string): HmoMapping {
  const content = parse(text) as Record<string, unknown> | null;
  const keys = [
    'columns',
    'local_authority_code',
    'authority_name',
    'register',
    'register_date',
    'licence_type',
    'delimiter',
  ];
  const wrong = (message: string) => new LoadError('mapping', message);
  const unknown = Object.keys(content ?? {}).find((key) => !keys.includes(key));
  if (content === null || typeof content !== 'object' || unknown) {
    throw wrong(`The mapping file may name ${keys.join(', ')}${unknown ? `, not "${unknown}"` : ''}.`);
  }
  const mapping = content as unknown as HmoMapping;
  if (!/^[EWS]\d{8}$/.test(mapping.local_authority_code ?? '')) {
    throw wrong('The mapping file must say whose register it is: local_authority_code, such as E07000178.');
  }
  const bad = Object.keys(mapping.columns ?? {}).find((key) => !(FIELDS as readonly string[]).includes(key));
  if (bad) throw wrong(`In the mapping file \`columns\` names "${bad}". There are: ${FIELDS.join(', ')}.`);
  if (!mapping.columns?.address)
    throw wrong('In the mapping file `columns` must say which column holds the address.');
  if (mapping.licence_type && !TYPES.includes(mapping.licence_type)) {
    throw wrong(`In the mapping file \`licence_type\` must be one of ${TYPES.join(', ')}.`);
  }
  if (mapping.register_date && !areaDate(String(mapping.register_date))) {
    throw wrong('In the mapping file `register_date` must be a day.');
  }
  return mapping;
}

const COLUMNS = [
  'authority_code',
  'register',
  'authority_name',
  'register_date',
  'licence_number',
  'licence_type',
  'native_status',
  'pending',
  'ended',
  'address',
  'postcode',
  'uprn',
  'issued',
  'expires',
  'max_occupants',
  'max_households',
  'storeys',
  'rooms_sleeping',
] as const;
const COLUMN_TYPES: Partial<Record<(typeof COLUMNS)[number], string>> = {
  register_date: 'date',
  pending: 'boolean',
  ended: 'boolean',
  postcode: 'text collate "C"',
  uprn: 'bigint',
  issued: 'date',
  expires: 'date',
  max_occupants: 'integer',
  max_households: 'integer',
  storeys: 'integer',
  rooms_sleeping: 'integer',
};

/** Registers of licensed houses in multiple occupation, one council's file at a time, columns named by a mapping. */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  takesMapping: true,
  readMapping: readHmoMapping,
  staging: COLUMNS.map((name) => ({ name, type: COLUMN_TYPES[name] ?? 'text' })),
  recognise,
  replacedRows: replacedLicences,
  newestRecord: newestLicence,
  publish: publishRegister,
};

function recognise(head: Head, given: unknown): Layout | Refusal {
  const mapping = given as HmoMapping | null;
  if (!mapping) {
    return {
      refused:
        'councils’ registers have columns of their own, so a mapping file is needed (local_authority_code, and columns: address, licence_number, issued_on, expires_on, …).',
      missing: ['a mapping file'],
    };
  }
  const delimiter = mapping.delimiter ?? ',';
  const first = recordAt(head.text, 0, 1, delimiter);
  const columns = columnsOf(first?.fields ?? []);
  const at = {} as Record<Field, number>;
  const missing: string[] = [];
  for (const field of FIELDS) {
    const name = mapping.columns[field];
    at[field] = name === undefined ? -1 : positionOf(columns, [name]);
    if (name !== undefined && at[field] === -1) missing.push(name);
  }
  if (!first || missing.length > 0) return missingColumns('this council’s register', missing);
  return {
    name: `register of ${mapping.local_authority_code}`,
    dataOffset: first.end,
    firstLine: first.nextLine,
    delimiter,
    map: (fields, row) => mapRow(fields, row, at, mapping),
  };
}

function mapRow(
  fields: string[],
  row: CopyValue[],
  at: Record<Field, number>,
  mapping: HmoMapping,
): MapOutcome {
  const text = (field: Field) => (at[field] === -1 ? null : cleanText(fields[at[field]]));
  const whole = text('address');
  if (whole === null) return 'The row has no address.';
  const ending = /([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\s*$/i.exec(whole);
  const postcode =
    postcodeOf(text('postcode') ?? undefined) ?? (ending ? postcodeOf(`${ending[1]} ${ending[2]}`) : null);
  const address = ending && postcode ? whole.slice(0, ending.index).replace(/[\s,]+$/, '') : whole;
  const count = (field: Field): number | null => {
    const value = numberOf(text(field) ?? undefined);
    return value !== null && Number.isInteger(value) && value >= 0 && value < 10_000 ? value : null;
  };
  const [issued, expires] = [text('issued_on'), text('expires_on')];
  for (const date of [issued, expires]) {
    if (date !== null && areaDate(date) === null) return `The date "${date.slice(0, 40)}" is not a day.`;
  }
  const status = text('status');
  const values: CopyValue[] = [
    mapping.local_authority_code,
    mapping.register ?? 'licences',
    mapping.authority_name ?? null,
    areaDate(mapping.register_date === undefined ? null : String(mapping.register_date)),
    text('licence_number'),
    typeOf(text('licence_type'), mapping.licence_type),
    status,
    /pending|applied|application|draft|proposed|awaiting/i.test(status ?? ''),
    /expired|revoked|refused|surrendered|ceased|cancel|withdrawn|lapsed/i.test(status ?? ''),
    address === '' ? whole : address,
    postcode,
    uprnOf(text('uprn') ?? undefined),
    areaDate(issued),
    areaDate(expires),
    count('max_occupants'),
    count('max_households'),
    count('storeys'),
    count('rooms'),
  ];
  values.forEach((value, i) => {
    row[i] = value;
  });
  return null;
}

function typeOf(text: string | null, fixed: LicenceType | undefined): LicenceType {
  if (text === null) return fixed ?? 'not_stated';
  if (/mandatory/i.test(text)) return 'mandatory';
  if (/additional/i.test(text)) return 'additional';
  if (/selective/i.test(text)) return 'selective';
  if (/exempt/i.test(text)) return 'exemption';
  return fixed ?? 'not_stated';
}
