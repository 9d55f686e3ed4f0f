import { dataOf, type Queryable } from '@domesday/db';
import { keepNewest } from '../bounded-memory.ts';
import type { Context } from '../handler.ts';

const MOST = 20_000;

interface Cache<T> {
  generation: string;
  values: Map<string, Promise<T>>;
}

/**
 * Caches a look-up for as long as the same loads and builds are served: for short keys that every other request
 * repeats, in tables that only these change. The oldest entry is evicted when the cache is full.
 */
export function releaseCache<T>(
  most = MOST,
): (context: Context, key: string, read: () => Promise<T>) => Promise<T> {
  const databases = new WeakMap<object, Cache<T>>();
  return (context, key, read) => {
    const data = dataOf(context.db);
    let cache = databases.get(data);
    if (cache?.generation !== context.generation) {
      cache = { generation: context.generation, values: new Map() };
      databases.set(data, cache);
    }
    const { values } = cache;
    const known = values.get(key);
    if (known) return known;
    const value = read();
    keepNewest(values, key, value, most);
    // A failed look-up is removed from the cache, unless a newer look-up for its key has replaced it.
    value.catch(() => values.get(key) === value && values.delete(key));
    return value;
  };
}

/**
 * The rows of a statement, cached by its values. For rows of a whole outcode, authority or market area, which many
 * requests share.
 */
export function cachedRows<V, R>(
  statement: { rows(db: Queryable, values: V): Promise<R[]> },
  most?: number,
): (context: Context, values: V) => Promise<readonly R[]> {
  const cached = releaseCache<readonly R[]>(most);
  return (context, values) =>
    cached(context, JSON.stringify(values), () => statement.rows(context.db, values));
}
