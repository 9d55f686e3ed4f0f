import type { SchemaElement } from 'hyparquet';

/** How Parquet stores the values of a column. */
export type Kind = 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'UTF8';

const TYPES = {
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  DATE: { type: 'INT32', converted_type: 'DATE' },
  UTF8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** The column of the schema of a file, whose values may be null. */
export const schemaOf = (name: string, kind: Kind): SchemaElement => ({
  ...{ name, repetition_type: 'OPTIONAL' as const },
  ...TYPES[kind],
});

/** The value as Parquet stores it. A day is a text of ISO 8601. */
export function stored(value: unknown, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'INT64') return BigInt(value as number);
  if (kind === 'DATE') return new Date(value as string);
  return kind === 'UTF8' ? textOf(value) : value;
}

/** The text of a cell: lists and objects as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
