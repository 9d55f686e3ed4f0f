import { setTimeout as sleep } from 'node:timers/promises';
import type { DbClient } from '@domesday/db';

const MOST_ATTEMPTS = 600;

/**
 * Builds new tables of the same shape beside the served ones, lets `fill` write them all, gives each the indexes
 * of the old, and only then puts them all in the place of the old: readers wait for the exchange of names alone.
 * Runs inside the caller's transaction.
 */
export async function rebuildTogether(
  client: DbClient,
  tables: readonly string[],
  fill: (fresh: (table: string) => string) => Promise<void>,
): Promise<void> {
  const fresh = (table: string): string => `staging.${table}`;
  for (const table of tables) {
    await client.query(`drop table if exists ${fresh(table)}`);
    await client.query(
      `create table ${fresh(table)} (like public.${table} including defaults including constraints including storage)`,
    );
  }
  await fill(fresh);
  for (const table of tables) {
    for (const index of await indexesOf(client, table)) {
      await client.query(index.definition.replace(` ON public.${table} `, ` ON ${fresh(table)} `));
      if (index.primary) {
        await client.query(
          `alter table ${fresh(table)} add constraint ${index.name} primary key using index ${index.name}`,
        );
      }
    }
    await client.query(`analyze ${fresh(table)}`);
  }
  await lockAll(client, tables);
  for (const table of tables) {
    await client.query(`drop table public.${table}`);
    await client.query(`alter table ${fresh(table)} set schema public`);
  }
}

/**
 * Locks the served tables against reading, all or none. A search holds some of them while it asks for the others,
 * so whoever waits while holding could stop both for good: here it is always the exchange that gives way.
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
      if ((error as { code?: string }).code !== '55P03' || attempt >= MOST_ATTEMPTS) throw error;
      await client.query('rollback to savepoint exchange');
      await sleep(20);
    }
  }
}

async function indexesOf(
  client: DbClient,
  table: string,
): Promise<Array<{ name: string; definition: string; primary: boolean }>> {
  const { rows } = await client.query<{ name: string; definition: string; primary: boolean }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as primary
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass order by i.indisprimary desc, c.relname`,
    [`public.${table}`],
  );
  return rows;
}
