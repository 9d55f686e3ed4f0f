import { parse } from 'yaml';
import { LoadError } from './types.ts';

/**
 * Parses a mapping file (YAML, which includes JSON) and checks its delimiter. `keys` are the names allowed at the top
 * level. Throws a LoadError that names what is wrong in it.
 */
export function parseMapping(text: string, keys?: readonly string[]): Record<string, unknown> {
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw new LoadError('mapping', `The mapping file is not YAML: ${(error as Error).message}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new LoadError('mapping', 'The mapping file must be a list of `field: column name`.');
  const given = content as Record<string, unknown>;
  const unknown = keys && Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new LoadError('mapping', `The mapping file names "${unknown}". There are: ${keys!.join(', ')}.`);
  const { delimiter } = given;
  if (delimiter !== undefined && (typeof delimiter !== 'string' || delimiter.length !== 1))
    throw new LoadError('mapping', 'The delimiter in the mapping file must be one character.');
  return given;
}

/** The fields of a mapping, which may stand under `columns` or, for short, at the top level. */
export function fieldsOf({ columns, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (columns === undefined) return rest;
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns))
    throw new LoadError('mapping', 'In the mapping file `columns` must be a list of `field: column name`.');
  return { ...rest, ...columns };
}

/** Throws a LoadError if any of the named values is present in a mapping and is not a text. */
export function needTexts(given: Record<string, unknown>, names: readonly string[]): void {
  const wrong = names.find(
    (name) => given[name] !== undefined && (typeof given[name] !== 'string' || given[name] === ''),
  );
  if (wrong !== undefined)
    throw new LoadError(
      'mapping',
      `In the mapping file \`${wrong}\` must be a text: put it in quotation marks.`,
    );
}
