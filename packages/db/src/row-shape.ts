import { type RawBuilder, type Selectable, sql } from 'kysely';
import { columns } from '../generated/columns.ts';
import type { Database } from '../generated/tables.ts';
import type { TypeName, Values } from './value-types.ts';

/** One column of a result: its PostgreSQL type, whether it may be null, and for JSON its fields. */
export interface Field<T = unknown> {
  type: TypeName;
  nullable: boolean;
  /** The statement excludes null although the column allows it. */
  required?: boolean;
  /** The values that the text can have. */
  values?: readonly string[];
  /** Fields of a JSON object, or of each object of a JSON list. */
  json?: { shape: Shape; list: boolean };
  /** For types only; absent at run time. */
  value?: T;
}

/** A field, or its PostgreSQL type, with a question mark if it may be null. */
export type FieldSpec = Field | TypeName | `${TypeName}?`;
export type Shape = Readonly<Record<string, FieldSpec>>;

/** The value of a field in TypeScript. */
export type FieldValue<F> =
  F extends Field<infer T>
    ? T
    : F extends `${infer N extends TypeName}?`
      ? Values[N] | null
      : F extends TypeName
        ? Values[F]
        : never;
/** The row that a shape describes. */
export type RowOf<S> = { -readonly [K in keyof S]: FieldValue<S[K]> };

type Table = keyof Database & keyof typeof columns;
type ColumnOf<T extends Table> = keyof Selectable<Database[T]> & keyof (typeof columns)[T] & string;

/** Columns of a table in the migrated schema. */
export function columnsOf<T extends Table, const C extends readonly ColumnOf<T>[]>(
  table: T,
  names: C,
): { [K in C[number]]: Field<Selectable<Database[T]>[K]> } {
  const known: Record<string, string> = columns[table];
  const fields = names.map((name) => [name, fieldOf(known[name] as FieldSpec)]);
  return Object.fromEntries(fields) as never;
}

/** All columns of a table except some, so that new columns are included. */
export function columnsExcept<T extends Table, const C extends readonly ColumnOf<T>[]>(
  table: T,
  left_out: C,
): { [K in Exclude<ColumnOf<T>, C[number]>]: Field<Selectable<Database[T]>[K]> } {
  const out: readonly string[] = left_out;
  const names = Object.keys(columns[table]).filter((name) => !out.includes(name));
  return columnsOf(table, names as ColumnOf<T>[]) as never;
}

/** The same fields, which may all be null: the right side of a left join. */
export function nullable<S extends Shape>(shape: S): { [K in keyof S]: Field<FieldValue<S[K]> | null> } {
  return mapped(shape, (field) => ({ ...field, nullable: true })) as never;
}

/** The same fields, declared as not null because the statement excludes null. */
export function required<S extends Shape>(
  shape: S,
): { [K in keyof S]: Field<NonNullable<FieldValue<S[K]>>> } {
  return mapped(shape, (field) => ({ ...field, nullable: false, required: true })) as never;
}

/** A text with one of these values. */
export function oneOf<const V extends string>(...values: V[]): Field<V> {
  return { type: 'text', nullable: false, values };
}

/** JSON whose fields are not described; prefer `jsonOf`, which the tests check. */
export function json<T>(type: 'json' | 'jsonb' = 'json'): Field<T> {
  return { type, nullable: false };
}

type JsonValue<T> = T extends Date | Buffer ? string : T;
type JsonRowOf<S> = { [K in keyof RowOf<S>]: JsonValue<RowOf<S>[K]> };

/** A row as one JSON object: a subselect through `to_json`. */
export function jsonOf<S extends Shape>(shape: S, type: 'json' | 'jsonb' = 'json'): Field<JsonRowOf<S>> {
  return { type, nullable: false, json: { shape, list: false } };
}

/** Rows as one JSON list: `json_agg`. */
export function jsonListOf<S extends Shape>(
  shape: S,
  type: 'json' | 'jsonb' = 'json',
): Field<JsonRowOf<S>[]> {
  return { type, nullable: false, json: { shape, list: true } };
}

/** One field that may be null. */
export function orNull<F extends FieldSpec>(spec: F): Field<FieldValue<F> | null> {
  return { ...fieldOf(spec), nullable: true } as never;
}

/** The names of a shape as a list of columns, prefixed by `alias`: `a.postcode, a.uprn`. */
export function listOf(shape: Shape, alias?: string): RawBuilder<unknown> {
  return sql.join(Object.keys(shape).map((name) => sql.ref(alias ? `${alias}.${name}` : name)));
}

/** The names of a shape, for `select` of a query builder. */
export function namesOf<S extends Shape>(shape: S): (keyof S & string)[] {
  return Object.keys(shape);
}

export function fieldOf(spec: FieldSpec): Field {
  if (typeof spec !== 'string') return spec;
  const may_be_null = spec.endsWith('?');
  return { type: (may_be_null ? spec.slice(0, -1) : spec) as TypeName, nullable: may_be_null };
}

function mapped(shape: Shape, change: (field: Field) => Field): Record<string, Field> {
  return Object.fromEntries(Object.entries(shape).map(([name, spec]) => [name, change(fieldOf(spec))]));
}
