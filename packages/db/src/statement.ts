import type { Compilable, InferResult, RawBuilder } from 'kysely';
import type { QueryResult } from 'pg';
import { checkRows } from './check-rows.ts';
import { type Cursor, openCursor } from './cursor.ts';
import { Placeholder, query } from './placeholders.ts';
import type { Queryable } from './pool.ts';
import type { RowOf, Shape } from './row-shape.ts';
import { send, sending } from './send.ts';

type Row<S> = RowOf<S>;
// biome-ignore lint/suspicious/noExplicitAny: whatever row a query of the builder answers
type Built = RawBuilder<unknown> | Compilable<any>;

/**
 * No further argument if the built query returns the declared row; otherwise an argument that no call can provide, so
 * that it does not compile. SQL text is checked by a test instead.
 */
type Mismatch<B, S> =
  B extends RawBuilder<unknown>
    ? []
    : B extends Compilable
      ? InferResult<B> extends Row<S>[]
        ? []
        : [the_query_does_not_answer_the_declared_row: InferResult<B>]
      : [];

type Values<P> = keyof P extends never ? [] : [values: Row<P>];

interface Options<P extends Shape, S extends Shape, B extends Built> {
  /** Unique among all statements: the name of the prepared statement. */
  name: string;
  /** The values that each call provides. */
  parameters?: P;
  /** The columns of the result; none if the statement returns no rows. */
  row?: S;
  /** Longest time that a caller waits, milliseconds; the pool's limit if absent. */
  wait_ms?: number;
  /** True if the best plan depends on the values: it is then sent without its name. */
  plan_each_call?: boolean;
  /** The statements that create the temporary tables that this one reads, in order. */
  after?: readonly AnyStatement[];
  build: (values: Row<P>) => B;
}

/** An SQL statement that was compiled once, with typed values and typed rows. */
export interface Statement<P = Record<string, never>, S = Record<string, never>> {
  readonly name: string;
  readonly text: string;
  readonly parameters: Shape;
  readonly row: Shape;
  /** The names of the values of $1, $2 … in order; a constant of the query stands as `{ constant }`. */
  readonly places: readonly unknown[];
  readonly after: readonly AnyStatement[];
  rows(db: Queryable, ...values: Values<P>): Promise<Row<S>[]>;
  /** The first row, or null if there is none. */
  first(db: Queryable, ...values: Values<P>): Promise<Row<S> | null>;
  /** The only row; throws if there is none. */
  one(db: Queryable, ...values: Values<P>): Promise<Row<S>>;
  /** Opens a cursor, for results that are too large to hold at once. Only one at a time in a transaction. */
  open(db: Queryable, ...values: Values<P>): Promise<Cursor<Row<S>>>;
  /** All rows through a cursor, in batches of at most `count`. */
  batches(db: Queryable, count: number, ...values: Values<P>): AsyncGenerator<Row<S>[]>;
  /** Runs the statement and returns the number of rows that it changed. */
  run(db: Queryable, ...values: Values<P>): Promise<number>;
}

/** What all statements have in common, whatever their values and rows. */
export type AnyStatement = Pick<Statement, 'name' | 'text' | 'parameters' | 'row' | 'places' | 'after'>;

const registry = new Map<string, AnyStatement>();

/** All statements of the loaded modules, by name. */
export function statements(): ReadonlyMap<string, AnyStatement> {
  return registry;
}

/**
 * Defines a statement. It is built with `query` or as text with `sql`, compiled now and sent by name. The columns of
 * its first result are compared with `row`, so that a missing column throws instead of reading as null.
 */
export function statement<
  const P extends Shape = Record<never, never>,
  const S extends Shape = Record<never, never>,
  B extends Built = Built,
>(options: Options<P, S, B>, ..._mismatch: Mismatch<B, S>): Statement<P, S> {
  const { name, parameters = {} as P, row = {} as S, wait_ms, plan_each_call, after = [], build } = options;
  const placeholders = Object.keys(parameters).map((key) => [key, new Placeholder(key)]);
  const built = build(Object.fromEntries(placeholders));
  const { sql: text, parameters: places } = (built as RawBuilder<unknown>).compile(query);
  const sent_name = plan_each_call ? undefined : name;
  let compared = false;
  const compare = (result: QueryResult): void => {
    if (!compared) compareColumns(name, row, result);
    compared = true;
  };

  const answer = async (db: Queryable, values: Row<P>): Promise<QueryResult> => {
    const result = await send(db, { name: sent_name, text, values: valuesOf(places, values), wait_ms });
    compare(result);
    if (sending.check_rows) checkRows(name, row, result.rows);
    return result;
  };
  const made: Statement<P, S> = {
    name,
    text,
    parameters,
    row,
    places: places.map((place) => (place instanceof Placeholder ? place.name : { constant: place })),
    after,
    rows: async (db, ...[values]) => (await answer(db, values as Row<P>)).rows as Row<S>[],
    first: async (db, ...[values]) =>
      ((await answer(db, values as Row<P>)).rows[0] as Row<S> | undefined) ?? null,
    one: async (db, ...[values]) => {
      const [only] = (await answer(db, values as Row<P>)).rows;
      if (!only) throw new Error(`The statement ${name} answered no row.`);
      return only as Row<S>;
    },
    open: (db, ...[values]) =>
      openCursor(db, {
        name,
        text,
        values: valuesOf(places, values as Row<P>),
        columns: Object.keys(row),
        compare,
      }),
    async *batches(db, count, ...values) {
      const cursor = await made.open(db, ...values);
      for (;;) {
        const rows = await cursor.next(count);
        if (rows.length > 0) yield rows;
        if (rows.length < count) break;
      }
      await cursor.close();
    },
    run: async (db, ...[values]) => (await answer(db, values as Row<P>)).rowCount ?? 0,
  };
  if (registry.has(name)) throw new Error(`Two statements are named ${name}.`);
  registry.set(name, made);
  return made;
}

function valuesOf(places: readonly unknown[], values: Record<string, unknown>): unknown[] {
  return places.map((place) => (place instanceof Placeholder ? values[place.name] : place));
}

function compareColumns(name: string, row: Shape, { fields }: QueryResult): void {
  const answered = new Set(fields.map((field) => field.name));
  const missing = Object.keys(row).filter((column) => !answered.has(column));
  if (missing.length)
    throw new Error(`The statement ${name} does not answer the column ${missing.join(', ')}.`);
}
