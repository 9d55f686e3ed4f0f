import type { QueryResult } from 'pg';
import pg from 'pg';
import type { Queryable } from './pool.ts';
import { fieldOf, type RowOf, type Shape } from './row-shape.ts';
import { send } from './send.ts';

/**
 * Reads with SQL over the tables of one load, whose names contain its id and whose columns only the dataset knows. A
 * test cannot prepare such SQL, so its result is compared with `row` at every call. Use `statement` for SQL that is the
 * same at every call.
 */
export async function readWorking<const S extends Shape>(
  db: Queryable,
  row: S,
  text: string,
  values: unknown[] = [],
): Promise<RowOf<S>[]> {
  const result = await send(db, { text, values });
  compareTypes(row, result);
  return result.rows as RowOf<S>[];
}

/** Does the same and returns the only row; throws if there is none. */
export async function readWorkingRow<const S extends Shape>(
  db: Queryable,
  row: S,
  text: string,
  values: unknown[] = [],
): Promise<RowOf<S>> {
  const [only] = await readWorking(db, row, text, values);
  if (!only) throw new Error(`No row was answered to: ${text}`);
  return only;
}

/** Writes with such SQL. Returns how many rows it changed. */
export async function writeWorking(db: Queryable, text: string, values: unknown[] = []): Promise<number> {
  const { rowCount, fields } = await send(db, { text, values });
  if (fields.length > 0) throw new Error(`Rows were answered that nothing reads: ${text}`);
  return rowCount ?? 0;
}

const COMMAND =
  /^(alter|analyze|begin|comment|commit|create|drop|lock|release|rollback|savepoint|set|truncate)\s/i;
const WITH_QUERY = /\sas\s+(select|with)\s/i;

/** Runs a command that defines tables or changes the session or transaction, and reads no column. */
export async function command(db: Queryable, text: string): Promise<void> {
  const found = COMMAND.test(`${text} `) && !WITH_QUERY.test(text);
  if (!found) throw new Error(`A query is no command: ${text}`);
  await send(db, { text, values: [] });
}

const TYPE_NAMES = new Map(Object.entries(pg.types.builtins).map(([name, oid]) => [oid, name.toLowerCase()]));

function compareTypes(row: Shape, { fields }: QueryResult): void {
  const answered = fields.map((field) => `${field.name} ${TYPE_NAMES.get(field.dataTypeID)}`);
  const declared = Object.entries(row).map(([name, spec]) => `${name} ${fieldOf(spec).type}`);
  if (answered.toSorted().join() !== declared.toSorted().join())
    throw new Error(
      `The columns ${declared.join(', ')} are declared, but ${answered.join(', ')} are answered.`,
    );
}
