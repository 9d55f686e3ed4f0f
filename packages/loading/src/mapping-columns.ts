import { plainText } from './plain-text.ts';
import { LoadError } from './types.ts';

/** A column by its name, or by its number from 1 on where the header gives it none. */
export type ColumnName = string | number;

export interface NamedColumns<Field extends string> {
  /** What a mapping may name. */
  fields: readonly Field[];
  /** Fields that may have several columns. */
  several?: readonly Field[];
  /** Whether a column may be told by its number. */
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
 * The parts and lines of an address as one text, without the empty ones; a house number stands before its street
 * without a comma.
 */
export function joinedAddress(parts: readonly (string | null | undefined)[]): string | null {
  const lines = parts.flatMap((part) => (part ?? '').split(/[\r\n]+/));
  const told = lines.flatMap((line) => plainText(line.replace(/(?<![\s,])[\s,]+$/, '')) ?? []);
  if (told.length === 0) return null;
  return told.map((part, i) => (i === 0 ? part : `${BARE.test(told[i - 1]!) ? ' ' : ', '}${part}`)).join('');
}

const BARE = /^\d+[a-z]?$/i;
