import type { SchemaElement } from 'hyparquet';
import { dayStored, exactlyStored, isExact, isUuid } from './parquet-exact.ts';

/** The type of a column as another file declares it, such as a decimal or a time. */
export type Declared = Pick<
  SchemaElement,
  'type' | 'type_length' | 'converted_type' | 'logical_type' | 'precision' | 'scale'
>;

/** How Parquet stores the values of a column. */
export type Kind = keyof typeof TYPES | Declared;

const TYPES = {
  INT64: { type: 'INT64' },
  UINT64: { type: 'INT64', converted_type: 'UINT_64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  DATE: { type: 'INT32', converted_type: 'DATE' },
  UTF8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** A nullable column of a Parquet schema. */
export const schemaOf = (name: string, kind: Kind): SchemaElement => ({
  ...{ name, repetition_type: 'OPTIONAL' as const },
  ...(typeof kind === 'string' ? TYPES[kind] : kind),
});

/** Converts a value to the form that Parquet stores. Days are given as ISO 8601 text. */
export function stored(value: unknown, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (typeof kind !== 'string' && isExact(kind)) return exactlyStored(kind, value);
  if (typeof kind !== 'string' && isUuid(kind)) return value;
  // Also turns the texts NaN and Infinity of JSON back into numbers.
  if (typeof kind !== 'string' || kind === 'DOUBLE') return Number(value);
  if (kind === 'INT64' || kind === 'UINT64') return BigInt(value as number | string);
  if (kind === 'DATE') return dayStored(value as string);
  return kind === 'UTF8' ? textOf(value) : value;
}

/** The text of a cell: lists and objects as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
