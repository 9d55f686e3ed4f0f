import type { Kind } from '@domesday/files/tables/parquet-columns';
import type { JsonSchema } from '../check/operation-schema.ts';
import type { FlatColumn } from './flat-columns.ts';

/**
 * The Parquet type of a column. A UPRN is always text, even where the contract has a number, so that files of different
 * operations can be joined.
 */
export function columnKind({ path, schema }: FlatColumn): Kind {
  return path.at(-1) === 'uprn' ? 'UTF8' : kindOf(schema);
}

/** The Parquet type of values with this schema; text for lists, objects and values of several types. */
function kindOf({ type, format, allOf, anyOf, oneOf }: JsonSchema): Kind {
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  if (types.length === 1 && types[0] === 'integer') return 'INT64';
  if (types.length === 1 && types[0] === 'number') return 'DOUBLE';
  if (types.length === 1 && types[0] === 'boolean') return 'BOOLEAN';
  if (types.length === 1 && types[0] === 'string' && format === 'date') return 'DATE';
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].filter((one) => one.type !== 'null');
  return types.length === 0 && parts.length === 1 ? kindOf(parts[0]!) : 'UTF8';
}
