import { plainText } from './plain-text.ts';
import { LoadError } from './types.ts';

/** A column by its name, or by its number from 1 on if the header does not name it. */
export type ColumnName = string | number;

export interface NamedColumns<Field extends string> {
  /** The fields that a mapping may name. */
  fields: readonly Field[];
  /** Fields that may have several columns. */
  several?: readonly Field[];
  /** Whether a column may be given by its number. */
  numbered?: boolean;
}

/** Reads `columns` of a mapping file. Throws a LoadError that names what is wrong in it. */
export function readNamedColumns<Field extends string>(
  given: unknown,
  { fields, several = [], numbered = false }: NamedColumns<Field>,
): Partial<Record<Field, ColumnName | ColumnName[]>> {
  const wrong = (message: string) => new LoadError('mapping', `In the mapping file ${message}`);
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw wrong('`columns` must be a list of `field: column name`.');
  for (const [field, value] of Object.entries(given)) {
    if (!(fields as readonly string[]).includes(field))
      throw wrong(`\`columns\` names "${field}". There are: ${fields.join(', ')}.`);
    const lists = (several as readonly string[]).includes(field);
    const named: unknown[] = lists && Array.isArray(value) ? value : [value];
    const is = (one: unknown) =>
      (typeof one === 'string' && one !== '') || (numbered && Number.isInteger(one) && Number(one) > 0);
    if (named.length === 0 || !named.every(is))
      throw wrong(
        `"${field}" must be the name of a column${numbered ? ', or its number from 1 on' : ''}${lists ? ', or a list of them' : ''}.`,
      );
  }
  return given as Partial<Record<Field, ColumnName | ColumnName[]>>;
}

/**
 * Joins the parts and lines of an address with commas and drops empty ones. There is no comma between a bare house
 * number and its street.
 */
export function joinedAddress(parts: readonly (string | null | undefined)[]): string | null {
  const lines = parts.flatMap((part) => (part ?? '').split(/[\r\n]+/));
  const present = lines.flatMap((line) => plainText(line.replace(/(?<![\s,])[\s,]+$/, '')) ?? []);
  if (present.length === 0) return null;
  return present
    .map((part, i) => (i === 0 ? part : `${BARE_NUMBER.test(present[i - 1]!) ? ' ' : ', '}${part}`))
    .join('');
}

const BARE_NUMBER = /^\d+[a-z]?$/i;
