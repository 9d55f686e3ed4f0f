import type { Db, Queryable } from './pool.ts';

const origins = new WeakMap<object, object>();

/** A view of the same database that sends its statements through `query`. */
export function sentBy(db: Db, query: (...given: unknown[]) => Promise<unknown>): Db {
  const made = Object.create(db, { query: { value: query } }) as Db;
  origins.set(made, dataOf(db));
  return made;
}

/** The object that identifies the data of a database in caches, whichever way its statements are sent. */
export function dataOf(db: Queryable): object {
  return origins.get(db) ?? db;
}
