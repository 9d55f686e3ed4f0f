import { command, type Queryable, readWorkingRow, sql, statement } from '@domesday/db';
import type { StagingColumn } from './types.ts';

/** Staging tables are named after their load, so that those of dead loads can be found and dropped. */
export function stagingTable(load_id: number): string {
  return `staging.load_${load_id}`;
}

/** Creates a staging table. It is unlogged, since the file is staged again after a crash, and has no index. */
export async function createStaging(db: Queryable, table: string, columns: StagingColumn[]): Promise<void> {
  const list = columns.map((c) => `${c.name} ${c.type}`).join(', ');
  await command(db, `create unlogged table ${table} (${list}) with (autovacuum_enabled = false)`);
}

/** The name of the table that is prepared while staging is filled: see `DatasetModule.prepare`. */
export function besideStaging(table: string): string {
  return `${table}_beside`;
}

/** The name of the table that is filled beside the served one: see `fillBeside`. */
export function filledBeside(table: string): string {
  return `${table}_anew`;
}

export async function dropStaging(db: Queryable, table: string): Promise<void> {
  await command(db, `drop table if exists ${table}, ${besideStaging(table)}, ${filledBeside(table)}`);
}

const abandonedStaging = statement({
  name: 'abandoned-staging',
  row: { name: 'text' },
  build: () => sql`
    select format('%I.%I', schemaname, tablename) as name
      from pg_tables where schemaname = 'staging' and tablename ~ '^load_[0-9]+'`,
});

/**
 * Drops the tables that dead loads left in `staging`, and returns their names. Call only while holding the load lock.
 */
export async function dropAbandonedStaging(db: Queryable): Promise<string[]> {
  const rows = await abandonedStaging.rows(db);
  for (const { name } of rows) await dropStaging(db, name);
  return rows.map((r) => r.name);
}

/** From this many rows on, a small sample of all columns is enough for the planner. */
const FEW_TELL = 200_000;

/**
 * Collects planner statistics. A small load needs only those of the first column, the key. A large one gets a small
 * sample of all columns: the usual sample takes a second per million rows, and without any the planner looks up homes
 * one by one.
 */
export async function analyzeStaging(
  db: Queryable,
  table: string,
  columns: StagingColumn[],
  rows: number,
): Promise<void> {
  if (rows < FEW_TELL) return command(db, `analyze ${table} (${columns[0]!.name})`);
  await command(db, 'set default_statistics_target = 10');
  await command(db, `analyze ${table}`);
  await command(db, 'set default_statistics_target = default');
}

/**
 * The newest date in a staging column, ISO, for datasets whose rows have no date of their own. Ignores days in the
 * future, which are mistakes of the publisher.
 */
export async function newestDate(db: Queryable, table: string, column: string): Promise<string | null> {
  const newest = `select max(${column})::date as newest from ${table} where ${column} <= current_date`;
  return (await readWorkingRow(db, { newest: 'date?' }, newest)).newest;
}
