import type { Db } from '@domesday/db';

/** Statements of one kind under way at once; what arrives meanwhile travels together in the next. */
const MOST_UNDER_WAY = 1;
const MOST_TOGETHER = 50;

interface Waiting<K, V> {
  key: K;
  resolve(value: V | null): void;
  reject(error: unknown): void;
}

/**
 * A look-up by key that answers for many callers with one statement: keys that arrive while others are being
 * read are read together, so that a busy server makes fewer round trips and an idle one waits for nobody.
 * `read` gives one value, or null, for each key in the same order; an error is the error of all its callers.
 */
export function gathered<K, V>(
  read: (db: Db, keys: K[]) => Promise<(V | null)[]>,
): (db: Db, key: K) => Promise<V | null> {
  const lines = new WeakMap<Db, { waiting: Waiting<K, V>[]; under_way: number }>();
  return (db, key) => {
    const line = lines.get(db) ?? { waiting: [], under_way: 0 };
    lines.set(db, line);
    const next = (): void => {
      if (line.under_way >= MOST_UNDER_WAY || line.waiting.length === 0) return;
      const batch = line.waiting.splice(0, MOST_TOGETHER);
      line.under_way++;
      read(
        db,
        batch.map((one) => one.key),
      )
        .then(
          (values) => {
            for (const [i, one] of batch.entries()) one.resolve(values[i] ?? null);
          },
          (error: unknown) => {
            for (const one of batch) one.reject(error);
          },
        )
        .finally(() => {
          line.under_way--;
          next();
        });
    };
    return new Promise((resolve, reject) => {
      line.waiting.push({ key, resolve, reject });
      // Deferred by one turn, so that what arrives in the same turn travels together.
      if (line.waiting.length === 1) setImmediate(next);
    });
  };
}
