import { deserialize, serialize } from 'node:v8';
import { type Db, dataOf, sentBy, statements } from '@domesday/db';
import type { QueryResult } from 'pg';
import { boundedMemory } from '../bounded-memory.ts';

/** Values of a longer text, such as a polygon, are seldom asked for again. */
const LONGEST_VALUES = 500;

interface Asked {
  name?: string;
  text: string;
  values: unknown[];
  submit?: unknown;
}

/**
 * A database whose statements are answered from memory where the same was read before, for as long as the same loads
 * and builds are served. Only for what answers are made from: only loads and builds change it.
 */
export type KeptReads = (db: Db, generation: string) => Db;

export function createKeptReads(most_bytes: number): KeptReads {
  // Rows are kept as bytes: each reader gets rows of its own, which it may change.
  const results = boundedMemory<Buffer>(most_bytes);
  const databases = new WeakMap<Db, { generation: string; keeping: Db }>();

  const keepingOf = (db: Db, generation: string): Db => {
    const send = db.query.bind(db) as (...given: unknown[]) => Promise<unknown>;
    const place = `${numberOf(db)} ${generation}`;
    return sentBy(db, async (...given) => {
      const asked = given[0] as Asked;
      if (asked.submit || given.length > 1 || isByKeys(asked)) return send(...given);
      const values = JSON.stringify(asked.values);
      if (values === undefined || values.length > LONGEST_VALUES) return send(asked);
      const key = `${place} ${asked.name ?? asked.text} ${values}`;
      const known = results.get(key);
      if (known) return deserialize(known);
      const { rows, rowCount, fields } = (await send(asked)) as QueryResult;
      const kept = serialize({ rows, rowCount, fields: fields.map(({ name }) => ({ name })) });
      results.set(key, kept, kept.length);
      return { rows, rowCount, fields };
    });
  };

  return (db, generation) => {
    // A batch reads many homes together, and sends its statements in its own way.
    if (most_bytes === 0 || dataOf(db) !== db) return db;
    const known = databases.get(db);
    if (known?.generation === generation) return known.keeping;
    const keeping = keepingOf(db, generation);
    databases.set(db, { generation, keeping });
    return keeping;
  };
}

/**
 * Whether a statement reads what many callers want at once, of a home each: the same callers seldom meet again, and one
 * who asks for a home again gets the kept answer.
 */
function isByKeys({ name }: Asked): boolean {
  return name !== undefined && statements().get(name)?.parameters.keys !== undefined;
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Names a database, or a release of one, apart from all others. */
export function numberOf(db: Db): number {
  const data = dataOf(db);
  const number = numbers.get(data) ?? ++numbered;
  numbers.set(data, number);
  return number;
}
