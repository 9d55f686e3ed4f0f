import { setTimeout as sleep } from 'node:timers/promises';
import type { DbClient } from '@domesday/db';
import { LoadError } from './types.ts';

const MOST_ATTEMPTS = 600;
const PARTITION = /^partition of (\w+) (for values in \(\d+\))$/;

/**
 * Publishes inside the caller's transaction. Tables that `work` rebuilds are in the schema `staging` under their own
 * names, where only this client reads them; at the end all of them replace the served tables at once. Readers wait for
 * that exchange of names, never for a build.
 */
export async function publishing<T>(client: DbClient, work: () => Promise<T>): Promise<T> {
  await client.query('set local search_path to staging, public');
  const result = await work();
  await exchange(client);
  return result;
}

/**
 * Builds a table of the same shape beside the served one: `fill` writes it under the name it is given, then it gets
 * the indexes and the primary key of the old. Only inside `publishing`.
 */
export function rebuildTable<T>(
  client: DbClient,
  table: string,
  fill: (fresh: string) => Promise<T>,
): Promise<T> {
  return rebuildTables(client, [table], (fresh) => fill(fresh(table)));
}

/** The same for tables that are filled together. */
export async function rebuildTables<T>(
  client: DbClient,
  tables: readonly string[],
  fill: (fresh: (table: string) => string) => Promise<T>,
): Promise<T> {
  // While being filled it has a name of its own, since `fill` may read tables that were rebuilt a step earlier.
  const fresh = (table: string): string => `staging.${table}_anew`;
  for (const table of tables) {
    await client.query(
      `create table ${fresh(table)} (like public.${table} including defaults including constraints
         including generated including storage including comments)`,
    );
  }
  const result = await fill(fresh);
  for (const table of tables) {
    await client.query(`drop table if exists staging.${table}`);
    await client.query(`alter table ${fresh(table)} rename to ${table}`);
    await copyIndexes(client, table);
    await client.query(`analyze staging.${table}`);
  }
  return result;
}

async function copyIndexes(client: DbClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string; primary: boolean }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as primary
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass order by i.indisunique desc, c.relname`,
    [`public.${table}`],
  );
  for (const { name, definition, primary } of rows) {
    await client.query(definition.replace(` ON public.${table} `, ` ON staging.${table} `));
    if (primary) {
      await client.query(
        `alter table staging.${table} add constraint ${name} primary key using index ${name}`,
      );
    }
  }
}

/** Marks a finished table of `staging` as a partition that `exchange` attaches. */
export async function becomesPartition(
  client: DbClient,
  table: string,
  of: string,
  value: number,
): Promise<void> {
  await client.query(`comment on table staging.${table} is 'partition of ${of} for values in (${value})'`);
}

interface Rebuilt {
  name: string;
  comment: string | null;
  served: boolean;
}

/** Replaces each served table by the rebuilt one of the same name. */
async function exchange(client: DbClient): Promise<void> {
  const { rows } = await client.query<Rebuilt>(
    `select relname as name, obj_description(c.oid, 'pg_class') as comment,
            to_regclass('public.' || quote_ident(relname)) is not null as served
       from pg_class c where relnamespace = 'staging'::regnamespace and relkind = 'r' and relname !~ '^load_[0-9]'
      order by relname`,
  );
  const tables = rows.map((row) => ({ ...row, partition: PARTITION.exec(row.comment ?? '') }));
  const locked = new Set<string>();
  for (const { name, served, partition } of tables) {
    if (partition) locked.add(partition[1]!);
    if (served) locked.add(name);
  }
  if (locked.size > 0) await lockAll(client, [...locked]);
  for (const { name, served, partition } of tables) {
    if (!served && !partition) continue;
    if (served) await client.query(`drop table public.${name}`);
    await client.query(`alter table staging.${name} set schema public`);
    if (partition) {
      await client.query(
        `alter table public.${partition[1]} attach partition public.${name} ${partition[2]}`,
      );
    }
  }
}

/**
 * Locks the served tables against reading, all or none. A reader holds some of them while it waits for others, so
 * waiting here while holding locks could deadlock: the exchange releases them and tries again.
 */
async function lockAll(client: DbClient, tables: readonly string[]): Promise<void> {
  const names = tables.map((table) => `public.${table}`).join(', ');
  for (let attempt = 0; ; attempt += 1) {
    await client.query('savepoint exchange');
    try {
      await client.query("set local lock_timeout = '100ms'");
      await client.query(`lock table ${names} in access exclusive mode`);
      await client.query('set local lock_timeout = default');
      await client.query('release savepoint exchange');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (attempt >= MOST_ATTEMPTS) {
        const why = 'Something else, a back-up perhaps, has been reading the tables for over a minute.';
        throw new LoadError('busy', `${why} Nothing was changed; load again when it is done.`);
      }
      await client.query('rollback to savepoint exchange');
      await sleep(20);
    }
  }
}
