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

/** Planner statistics of the first column, the key: sampling them all takes a second on a million rows. */
export async function analyzeStaging(db: Queryable, table: string, columns: StagingColumn[]): Promise<void> {
  await db.query(`analyze ${table} (${columns[0]!.name})`);
}

/** The newest date in a staging column, ISO, for datasets whose rows bear none of their own to watch. */
export async function newestDate(db: Queryable, table: string, column: string): Promise<string | null> {
  const { rows } = await db.query(`select max(${column})::date as newest from ${table}`);
  return rows[0].newest;
}
