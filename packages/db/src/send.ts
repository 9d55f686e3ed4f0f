import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Queryable } from './pool.ts';

/** A statement with the values of one call. */
export interface Sent {
  /** The name of the prepared statement; absent if PostgreSQL should plan each call for its values. */
  name?: string | undefined;
  text: string;
  values: unknown[];
  /** Longest time that the caller waits for the answer, milliseconds; the pool's limit if absent. */
  wait_ms?: number | undefined;
}

/** Settings for every statement of this process. */
export const sending = {
  /**
   * Whether PostgreSQL keeps the statement under its name, so that it parses and plans it once for each connection. A
   * pooler in transaction mode may not support it.
   */
  named: true,
  /** Whether every row of every answer is compared with its description: for tests. */
  check_rows: false,
};

const nameless = new WeakSet<Queryable>();

/**
 * Runs `work`, and sends its statements through this client without names. A prepared statement keeps reading the table
 * that it found first, even if another table of that name now comes earlier in the search path.
 */
export async function withoutNames<T>(client: Queryable, work: () => Promise<T>): Promise<T> {
  nameless.add(client);
  try {
    return await work();
  } finally {
    nameless.delete(client);
  }
}

/** The one place through which statements are sent. */
export function send<R extends QueryResultRow>(db: Queryable, sent: Sent): Promise<QueryResult<R>> {
  const config: QueryConfig & { query_timeout?: number } = { text: sent.text, values: sent.values };
  if (sending.named && sent.name !== undefined && !nameless.has(db)) config.name = sent.name;
  if (sent.wait_ms !== undefined) config.query_timeout = sent.wait_ms;
  const answer = db.query<R>(config);
  return config.name === undefined ? answer : answer.catch(explained);
}

/** SQLSTATEs of a prepared statement that does not exist on this connection, or exists already. */
const NAMED_ELSEWHERE = new Set(['26000', '42P05']);

/**
 * Whether an error shows a pooler in transaction mode: prepared statements belong to one server connection, and the
 * pooler has changed it between two statements.
 */
export function isUnnamedPooler(code: string | undefined): boolean {
  return NAMED_ELSEWHERE.has(code ?? '');
}

function explained(error: Error & { code?: string }): never {
  if (isUnnamedPooler(error.code))
    error.message = `DATABASE_URL leads to a pooler in transaction mode: set DATABASE_POOLER=transaction, and DIRECT_DATABASE_URL to the address without it (${error.message})`;
  throw error;
}
