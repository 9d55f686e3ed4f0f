import type { Db, Queryable } from './pool.ts';

const origins = new WeakMap<object, object>();

/** The same database with another way to send its statements. */
export function sentBy(db: Db, query: (...given: unknown[]) => Promise<unknown>): Db {
  const made = Object.create(db, { query: { value: query } }) as Db;
  origins.set(made, dataOf(db));
  return made;
}

/** Names the data of a database in a cache, however its statements are sent. */
export function dataOf(db: Queryable): object {
  return origins.get(db) ?? db;
}
