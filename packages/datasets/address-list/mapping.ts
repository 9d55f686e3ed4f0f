import { columnsOf, namedPosition, positionOf } from '@domesday/files/header';
import { fieldsOf, parseMapping } from '@domesday/loading/mapping-file';
import { LoadError } from '@domesday/loading/types';
import { TYPES, table } from './columns.ts';

/**
 * The columns of an operator's file. A value is a column name, or for `address` a list of names whose values are
 * joined with commas. Without `postcode` it is taken from the end of the address.
 */
export interface AddressMapping {
  uprn: string;
  address: string | string[];
  postcode?: string;
  easting?: string;
  northing?: string;
  latitude?: string;
  longitude?: string;
  country?: string;
  parent_uprn?: string;
  classification?: string;
  /** One character, if it is not a comma. */
  delimiter?: string;
}

const KEYS = [
  'uprn',
  'address',
  'postcode',
  'easting',
  'northing',
  'latitude',
  'longitude',
  'country',
  'parent_uprn',
  'classification',
] as const;
export type AddressField = (typeof KEYS)[number];

/** Reads a mapping file (YAML or JSON). Throws a LoadError that names what is wrong in it. */
export function readMapping(text: string): AddressMapping {
  const given = fieldsOf(parseMapping(text));
  for (const key of Object.keys(given)) {
    if (key !== 'delimiter' && !(KEYS as readonly string[]).includes(key)) {
      throw new LoadError(
        'mapping',
        `The mapping file names the field "${key}". There are: ${KEYS.join(', ')}.`,
      );
    }
    const value = given[key];
    const list = key === 'address' && Array.isArray(value) ? value : [value];
    if (list.length === 0 || !list.every((v) => typeof v === 'string' && v !== '')) {
      throw new LoadError('mapping', `In the mapping file "${key}" must be the name of a column.`);
    }
  }
  for (const key of ['uprn', 'address']) {
    if (!(key in given))
      throw new LoadError('mapping', `The mapping file must say which column holds ${key}.`);
  }
  return given as unknown as AddressMapping;
}

export interface Columns {
  /** Positions of the columns that make up the address. */
  address: number[];
  at: ReturnType<typeof emptyPositions>;
  missing: string[];
}

/** Finds the columns that the mapping names; without a mapping, columns by their usual names. */
export function locate(header: readonly string[], mapping: AddressMapping | null): Columns {
  const columns = columnsOf([...header]);
  const missing: string[] = [];
  const find = (field: AddressField): number => {
    if (!mapping) {
      const position = positionOf(columns, table.names(field));
      if (position === -1 && (field === 'uprn' || field === 'postcode')) missing.push(field.toUpperCase());
      return position;
    }
    const name = mapping[field];
    if (typeof name !== 'string') return -1;
    const position = namedPosition(header, name);
    if (position === -1) missing.push(name);
    return position;
  };
  const at = emptyPositions();
  for (const key of KEYS) if (key !== 'address') at[key] = find(key);

  const known = table.names('address');
  const names = mapping ? [mapping.address].flat() : [known.find((n) => columns.has(n)) ?? 'ADDRESS'];
  const address = names.map((name) => (mapping ? namedPosition(header, name) : positionOf(columns, [name])));
  names.forEach((name, i) => {
    if (address[i] === -1) missing.push(name);
  });
  return { address, at, missing };
}

function emptyPositions(): Record<keyof typeof TYPES, number> {
  return Object.fromEntries(Object.keys(TYPES).map((name) => [name, -1])) as Record<
    keyof typeof TYPES,
    number
  >;
}
