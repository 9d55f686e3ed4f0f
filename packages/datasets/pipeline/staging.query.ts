import type { Queryable } from '@domesday/db';
import type { StagingColumn } from './types.ts';

/** Staging tables are named by their load, so that those of a dead load can be told and dropped. */
export function stagingTable(load_id: number): string {
  return `staging.load_${load_id}`;
}

/** Unlogged: what a crash takes away would be staged again anyhow. No index is relied on. */
export async function createStaging(db: Queryable, table: string, columns: StagingColumn[]): Promise<void> {
  const list = columns.map((c) => `${c.name} ${c.type}`).join(', ');
  await db.query(`create unlogged table ${table} (${list}) with (autovacuum_enabled = false)`);
}

export async function dropStaging(db: Queryable, table: string): Promise<void> {
  await db.query(`drop table if exists ${table}`);
}

/** What loads that died left in `staging`. Call only while holding the load lock. */
export async function dropAbandonedStaging(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
       from pg_tables where schemaname = 'staging' and tablename ~ '^load_[0-9]+'`,
  );
  for (const { name } of rows) await db.query(`drop table if exists ${name}`);
  return rows.map((r) => r.name);
}

/** Planner statistics for the joins of publishing. */
export async function analyzeStaging(db: Queryable, table: string): Promise<void> {
  await db.query(`analyze ${table}`);
}

/** Share of nulls by column. One sequential read of staging. */
export async function nullShares(
  db: Queryable,
  table: string,
  columns: string[],
): Promise<Record<string, number>> {
  const list = columns.map((c) => `1 - count(${c})::float8 / greatest(count(*), 1) as ${c}`).join(', ');
  const { rows } = await db.query(`select ${list} from ${table}`);
  return rows[0];
}

/** The newest date in a staging column, ISO. One sequential read of staging. */
export async function newestDate(db: Queryable, table: string, column: string): Promise<string | null> {
  const { rows } = await db.query(`select max(${column})::date as newest from ${table}`);
  return rows[0].newest;
}
