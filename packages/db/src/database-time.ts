import { sql } from 'kysely';
import { type Queryable, SHORT_WAIT_MS } from './pool.ts';
import { statement } from './statement.ts';

const databaseTimeMs = statement({
  name: 'database-time',
  row: { now_ms: 'float8' },
  wait_ms: SHORT_WAIT_MS,
  build: () => sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`,
});

/**
 * The time of the database. All processes use it to decide when a month ends, a link expires or a message is due, since
 * the clocks of their machines may differ.
 */
export async function databaseTime(db: Queryable): Promise<Date> {
  return new Date((await databaseTimeMs.one(db)).now_ms);
}
