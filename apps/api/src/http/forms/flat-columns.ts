import {
  answerSchemaOf,
  type JsonSchema,
  licensedFieldsOf,
  type Operation,
  rowsOf,
} from '../check/operation-schema.ts';

/** A column of a flat table: the value at a path into each answer, or into each row of one answer. */
export interface FlatColumn {
  /** The names of the path, joined by underscores. */
  name: string;
  path: readonly string[];
  schema: JsonSchema;
}

/**
 * The columns of a table with one row for each answer of an operation: one column for each value at any depth, in the
 * order of the contract. Lists, objects of several forms and `meta` (the last column) are JSON text.
 */
export function flatColumnsOf(operation: Operation): FlatColumn[] {
  const { meta, ...fields } = fieldsOf(answerSchemaOf(operation)) ?? {};
  const columns = columnsOf({ ...fields, ...licensedFieldsOf(operation) }, []);
  return meta ? [...columns, { name: 'meta', path: ['meta'], schema: {} }] : columns;
}

/** The columns of the list in an operation's answer, derived in the same way from the fields of a row. */
export function rowColumnsOf(operation: Operation): FlatColumn[] {
  const list = answerSchemaOf(operation)?.properties?.[rowsOf(operation) ?? ''];
  return columnsOf(fieldsOf(list?.items) ?? {}, []);
}

function columnsOf(fields: Record<string, JsonSchema>, above: readonly string[]): FlatColumn[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const path = [...above, field];
    const inner = fieldsOf(schema);
    return inner ? columnsOf(inner, path) : [{ name: path.join('_'), path, schema }];
  });
}

/** The fields of an object that has a single form (it may be nullable); null for anything else. */
function fieldsOf(schema: JsonSchema | undefined): Record<string, JsonSchema> | null {
  if (!schema) return null;
  const { properties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [...allOf, ...anyOf, ...oneOf].filter(({ type }) => type !== 'null');
  if (parts.length === 0) return properties ?? null;
  return parts.length === 1 && !properties ? fieldsOf(parts[0]) : null;
}

/** The values of an answer in the order of the columns. */
export function flatValues(columns: readonly FlatColumn[], answer: unknown): unknown[] {
  return columns.map(({ path }) => path.reduce(fieldOf, answer));
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
