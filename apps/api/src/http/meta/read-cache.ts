import { deserialize, serialize } from 'node:v8';
import { type Db, dataOf, sentBy, statements } from '@domesday/db';
import type { QueryResult } from 'pg';
import { boundedMemory } from '../bounded-memory.ts';

/** Statements with longer values, such as a polygon, are seldom repeated. */
const LONGEST_VALUES = 500;

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
  submit?: unknown;
}

/**
 * A database whose statements are answered from a cache while the same loads and builds are served. Only for published
 * data, which nothing but loads and builds changes.
 */
export type ReadCache = (db: Db, generation: string) => Db;

export function createReadCache(most_bytes: number): ReadCache {
  // Rows are stored serialised: each reader gets rows of its own, which it may change.
  const results = boundedMemory<Buffer>(most_bytes);
  const databases = new WeakMap<Db, { generation: string; keeping: Db }>();

  const keepingOf = (db: Db, generation: string): Db => {
    const send = db.query.bind(db) as (...given: unknown[]) => Promise<unknown>;
    const place = `${numberOf(db)} ${generation}`;
    return sentBy(db, async (...given) => {
      const statement = given[0] as Statement;
      if (statement.submit || given.length > 1 || isByKeys(statement)) return send(...given);
      const values = JSON.stringify(statement.values);
      if (values === undefined || values.length > LONGEST_VALUES) return send(statement);
      const key = `${place} ${statement.name ?? statement.text} ${values}`;
      const known = results.get(key);
      if (known) return deserialize(known);
      const { rows, rowCount, fields } = (await send(statement)) as QueryResult;
      const serialized = serialize({ rows, rowCount, fields: fields.map(({ name }) => ({ name })) });
      results.set(key, serialized, serialized.length);
      return { rows, rowCount, fields };
    });
  };

  return (db, generation) => {
    // The `Db` of a batch combines the reads of many homes in its own way, so it is not wrapped.
    if (most_bytes === 0 || dataOf(db) !== db) return db;
    const known = databases.get(db);
    if (known?.generation === generation) return known.keeping;
    const keeping = keepingOf(db, generation);
    databases.set(db, { generation, keeping });
    return keeping;
  };
}

/**
 * Whether a statement reads rows for the keys of many concurrent callers. The same set of keys seldom recurs, and a
 * repeated request for one home gets the cached answer.
 */
function isByKeys({ name }: Statement): boolean {
  return name !== undefined && statements().get(name)?.parameters.keys !== undefined;
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** A number that identifies a database, or a past release in it. */
export function numberOf(db: Db): number {
  const data = dataOf(db);
  const number = numbers.get(data) ?? ++numbered;
  numbers.set(data, number);
  return number;
}
