import { readFile } from 'node:fs/promises';
import { namedPosition } from '@domesday/files/header';
import { valueIn } from '@domesday/files/tables/row';
import { fieldsOf, parseMapping } from '@domesday/loading/mapping-file';

/** Which columns of the operator's table hold the address to match. */
export interface MatchMapping {
  /** Columns that are joined with commas. */
  address: string[];
  /** If null, the postcode is read from the address. */
  postcode: string | null;
  /** One character; absent for a comma. */
  delimiter?: string;
}

const KEYS = ['address', 'postcode', 'delimiter'];
const ADDRESS_NAMES = ['address', 'full_address', 'single_line_address'];
const POSTCODE_NAMES = ['postcode', 'post_code', 'postal_code', 'zip'];

/** Reads a mapping file (YAML, and therefore also JSON). Throws an error that says what is wrong in the file. */
export async function readMatchMapping(path: string): Promise<MatchMapping> {
  const given = fieldsOf(parseMapping(await textOf(path)));
  const other = Object.keys(given).find((key) => !KEYS.includes(key));
  if (other !== undefined)
    throw new Error(`The mapping file names the field "${other}". There are: ${KEYS.join(', ')}.`);
  const address = [given.address ?? []].flat();
  if (address.length === 0 || !address.every(isName))
    throw new Error('The mapping file must say which column, or list of columns, holds the address.');
  const { postcode = null, delimiter } = given;
  if (postcode !== null && !isName(postcode))
    throw new Error('In the mapping file "postcode" must be the name of a column.');
  return { address, postcode, ...(delimiter === undefined ? {} : { delimiter: delimiter as string }) };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`The mapping file cannot be read: ${(error as Error).message}`);
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The mapping with the table's own spelling of its columns; without a mapping, the columns with the usual names. */
export function locateColumns(columns: readonly string[], mapping: MatchMapping | null): MatchMapping {
  const find = (name: string): string | undefined => columns[namedPosition(columns, name)];
  const available = `The table has: ${columns.slice(0, 40).join(', ')}.`;
  if (mapping) {
    const need = (name: string): string => {
      const found = find(name);
      if (found === undefined) throw new Error(`The table has no column "${name}". ${available}`);
      return found;
    };
    return {
      ...mapping,
      address: mapping.address.map(need),
      postcode: mapping.postcode && need(mapping.postcode),
    };
  }
  const address = ADDRESS_NAMES.map(find).find((name) => name !== undefined);
  if (address === undefined)
    throw new Error(
      `The table has no column named address. ${available} ${separatorSeen(columns) ?? 'Name yours with --mapping. The first line must name the columns.'}`,
    );
  return {
    address: [address],
    postcode: POSTCODE_NAMES.map(find).find((name) => name !== undefined) ?? null,
  };
}

/** Advice for a header of one column that contains another separator; null otherwise. */
function separatorSeen([only, ...others]: readonly string[]): string | null {
  const sign = others.length === 0 ? /[;|\t,]/.exec(only ?? '')?.[0] : undefined;
  if (sign === undefined) return null;
  const shown = JSON.stringify(sign);
  return `Its fields seem to be separated by ${shown}: write \`delimiter: ${shown}\` in a mapping file, with the columns of the address and the postcode.`;
}

/** The address and the postcode of a row as they are matched. */
export function queryOf(values: Record<string, unknown>, mapping: MatchMapping) {
  // A list is joined with commas; an object has no text.
  const text = (column: string) => {
    const value = valueIn(values, column) ?? '';
    return typeof value === 'object' && !Array.isArray(value) ? '' : String(value).trim();
  };
  return {
    address: mapping.address
      .map(text)
      .filter((part) => part !== '')
      .join(', '),
    postcode: (mapping.postcode && text(mapping.postcode)) || null,
  };
}
