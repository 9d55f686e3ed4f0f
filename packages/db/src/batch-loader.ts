import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from './pool.ts';

/** The most statements of one loader that run at once. Keys that arrive meanwhile are read together by the next one. */
const MOST_UNDER_WAY = 1;
const MOST_TOGETHER = 50;

/** A loader that gathers keys reads after this many turns of the event loop without a new key. */
const QUIET_TURNS = 8;

type Pause = () => Promise<unknown>;
const gathering = new WeakMap<Queryable, Pause>();

/**
 * Lets the batch loaders of a database wait while further keys arrive every few turns of the event loop, so that keys
 * of work that starts item by item are read together. `pause` is awaited between giving values to two callers.
 */
export function gatherKeys(db: Queryable, pause: Pause = nextTurn): void {
  gathering.set(db, pause);
}

interface Waiting<K, V> {
  key: K;
  /** The caller's async context: a batch is traced as part of its first request rather than of one that has ended. */
  caller: AsyncResource;
  resolve(value: V | null): void;
  reject(error: unknown): void;
}

interface Line<K, V> {
  waiting: Waiting<K, V>[];
  /** Statements that are running. */
  under_way: number;
  /** Turns of the event loop since the last key. */
  quiet_turns: number;
  /** Whether the next statement waits for further keys. */
  deferred: boolean;
}

/**
 * A batch loader: one statement reads the keys of many callers. Keys that arrive while a statement runs are read
 * together by the next, so that a busy server makes fewer round trips and an idle one does not wait. `read` returns
 * one value, or null, for each key in the same order; its error is thrown to all its callers.
 */
export function batchLoader<K, V>(
  read: (db: Queryable, keys: K[]) => Promise<(V | null)[]>,
): (db: Queryable, key: K) => Promise<V | null> {
  const lines = new WeakMap<Queryable, Line<K, V>>();
  return (db, key) => {
    const line = lines.get(db) ?? { waiting: [], under_way: 0, quiet_turns: 0, deferred: false };
    lines.set(db, line);
    const pause = gathering.get(db);
    const most_quiet = pause ? QUIET_TURNS : 0;
    const next = (): void => {
      if (line.under_way >= MOST_UNDER_WAY || line.waiting.length === 0) return;
      const batch = line.waiting.splice(0, MOST_TOGETHER);
      line.under_way++;
      const keys = batch.map((one) => one.key);
      const readEnd = (): void => {
        line.under_way--;
        if (!line.deferred) next();
      };
      batch[0]!.caller
        .runInAsyncScope(() => read(db, keys))
        .finally(() => {
          // The next batch is read while the values of this one are given out.
          if (pause) readEnd();
        })
        .then(
          async (values) => {
            for (const [i, one] of batch.entries()) {
              // Each caller gets a turn of the event loop, so that its work does not delay other work.
              if (i > 0) await (pause ?? nextTurn)();
              one.resolve(values[i] ?? null);
            }
          },
          (error: unknown) => {
            for (const one of batch) one.reject(error);
          },
        )
        .finally(() => {
          if (!pause) readEnd();
        });
    };
    const begin = (): void => {
      line.deferred = line.waiting.length < MOST_TOGETHER && line.quiet_turns++ < most_quiet;
      if (line.deferred) setImmediate(begin);
      else next();
    };
    return new Promise((resolve, reject) => {
      line.waiting.push({ key, caller: new AsyncResource('batch-loader'), resolve, reject });
      line.quiet_turns = 0;
      if (line.deferred) return;
      // Deferred by one turn of the event loop, so that keys of the same turn are read together.
      line.deferred = true;
      setImmediate(begin);
    });
  };
}

/**
 * A statement that reads many keys at once. `keys` is a JSON list in which each key has its `line`, the index; the rows
 * found name that line.
 */
interface ByKeys<R> {
  rows(db: Queryable, values: { keys: string }): Promise<(R & { line: number })[]>;
}

/**
 * A batch loader for a statement by keys. The keys are sent as JSON so that PostgreSQL keeps one plan for any number of
 * keys; with an array it would plan each call.
 */
export function loaderBy<K extends object, R>(
  statement: ByKeys<R>,
): (db: Queryable, key: K) => Promise<Omit<R, 'line'> | null> {
  return batchLoader<K, Omit<R, 'line'>>(async (db, keys) => {
    const lines = keys.map((key, line) => ({ ...key, line }));
    const found: (Omit<R, 'line'> | null)[] = keys.map(() => null);
    for (const { line, ...row } of await statement.rows(db, { keys: JSON.stringify(lines) }))
      found[line] = row;
    return found;
  });
}
