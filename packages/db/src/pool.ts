import pg from 'pg';
import { clientAddress } from './database-url.ts';
import { setSession } from './session.ts';

export type Db = pg.Pool;
export type DbClient = pg.PoolClient;
/** Runs one statement: the pool, or a client in a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

export interface PoolOptions {
  max?: number;
  /**
   * Longest time a statement may run before the server cancels it, milliseconds; 0 = no limit, even if the role has
   * one.
   */
  statement_timeout_ms?: number;
  /**
   * Longest time a caller waits for the answer to a statement before it gives up and closes the connection,
   * milliseconds; 0 = for ever. It ends the wait for a server that has stopped answering at all.
   */
  query_timeout_ms?: number;
  /** Longest time a caller waits for a free connection, milliseconds; 0 = for ever. */
  connection_timeout_ms?: number;
  application_name?: string;
  /**
   * Whether the server is behind a pooler in transaction mode. Then statements have no names and a connection
   * sets nothing: time limits belong to the role.
   */
  pooled?: boolean;
  /**
   * Whether commits need not wait for the disk: for data that are loaded again if a server crash loses the last
   * commits.
   */
  reloadable?: boolean;
}

// Our bigints (UPRN, counts) stay far below 2^53, so a number holds them exactly. Publishers' identifiers may be larger
// and are selected as text; if one is not, reading it throws instead of rounding.
pg.types.setTypeParser(pg.types.builtins.INT8, exactNumber);
const INT8_ARRAY = 1016;
const textArray = pg.types.getTypeParser(1009 as never) as (value: string) => (string | null)[];
pg.types.setTypeParser(INT8_ARRAY as never, (value: string) =>
  textArray(value).map((item) => (item === null ? null : exactNumber(item))),
);
// A date is a calendar day without a zone: as text it cannot shift by one.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/**
 * Time limit of a short statement that every request waits for: if the database has stopped answering, the caller
 * learns it after three seconds.
 */
export const SHORT_WAIT_MS = 3000;

/**
 * TCP keep-alive starts after this long without data from the server. Loads and builds wait for statements of any
 * length: they notice a server that was switched off within minutes rather than after two hours.
 */
const SILENT_MS = 5 * 60_000;

function exactNumber(digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${digits} loses digits as a number: select it as text.`);
  return value;
}

export function createPool(databaseUrl: string, options: PoolOptions = {}): Db {
  const pooled = options.pooled ?? false;
  const connection_timeout_ms = options.connection_timeout_ms ?? 10_000;
  const session = {
    statement_timeout_ms: options.statement_timeout_ms ?? 0,
    wait_ms: connection_timeout_ms,
    reloadable: options.reloadable ?? false,
  };
  const pool = new pg.Pool({
    connectionString: clientAddress(databaseUrl),
    ...(pooled ? { Client: NamelessClient } : { onConnect: (client) => setSession(client, session) }),
    max: options.max ?? 10,
    connectionTimeoutMillis: connection_timeout_ms,
    query_timeout: options.query_timeout_ms ?? 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    application_name: options.application_name ?? 'domesday',
  });
  // An idle connection that breaks is replaced at the next query; unhandled, it would end the process.
  pool.on('error', () => {});
  // A connection that breaks while a transaction holds it is reported by the running statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Sends statements without names: behind a pooler the next statement may reach another server process, which does not
 * know the name.
 */
class NamelessClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the parameters of all the forms in which a query is given
  override query(...given: any[]): any {
    const [first, ...rest] = given;
    const named =
      typeof first === 'object' && first !== null && typeof first.submit !== 'function' && first.name;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.query as any)(named ? { ...first, name: undefined } : first, ...rest);
  }
}

/** Runs `work` in one transaction: commits what it returns, rolls back what it throws. */
export async function inTransaction<T>(db: Db, work: (client: DbClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failed = error as Error;
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    // A client whose transaction failed may be in an undefined state: it is closed rather than reused.
    client.release(failed);
  }
}
