import { areaDate } from '@domesday/loading/dates';
import { type ColumnName, readNamedColumns } from '@domesday/loading/mapping-columns';
import { needTexts, parseMapping } from '@domesday/loading/mapping-file';
import { LoadError } from '@domesday/loading/types';

/** Columns of a register. Names of licence holders and managers are not among them and are not loaded. */
export const FIELDS = [
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
export type Field = (typeof FIELDS)[number];
export const TYPES = ['mandatory', 'additional', 'selective', 'exemption', 'not_stated'] as const;
export type LicenceType = (typeof TYPES)[number];

/** The authority of a register file, and the columns of its fields. */
export interface HmoMapping {
  /** The address may be in several columns. A column without a name is given by its number. */
  columns: Partial<Record<Field, ColumnName | ColumnName[]>>;
  local_authority_code: string;
  authority_name?: string;
  /** Name of the register, if an authority keeps several; a load replaces the register of that name. */
  register?: string;
  /** Date of the register. */
  register_date?: string;
  /** Type of all licences of the file, if no column has it. */
  licence_type?: LicenceType;
  delimiter?: string;
}

/** Reads a mapping file. Throws a LoadError that names what is wrong in it. */
export function readHmoMapping(text: string): HmoMapping {
  const texts = ['local_authority_code', 'authority_name', 'register', 'register_date', 'licence_type'];
  const given = parseMapping(text, ['columns', ...texts, 'delimiter']);
  needTexts(given, texts);
  const wrong = (message: string) => new LoadError('mapping', message);
  const mapping = given as unknown as HmoMapping;
  if (!/^[EWS]\d{8}$/.test(mapping.local_authority_code ?? '')) {
    throw wrong('The mapping file must say whose register it is: local_authority_code, such as E07000178.');
  }
  readNamedColumns(mapping.columns, { fields: FIELDS, several: ['address'], numbered: true });
  if (!mapping.columns?.address)
    throw wrong('In the mapping file `columns` must say which column holds the address.');
  if (mapping.licence_type && !TYPES.includes(mapping.licence_type)) {
    throw wrong(`In the mapping file \`licence_type\` must be one of ${TYPES.join(', ')}.`);
  }
  if (mapping.register_date && !areaDate(mapping.register_date)) {
    throw wrong('In the mapping file `register_date` must be a day.');
  }
  return mapping;
}
