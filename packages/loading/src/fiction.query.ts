import { command, type DbClient, type Queryable, sql, statement } from '@domesday/db';

/** Prefix of the address of a fictional load. */
export const FICTION = 'fictional:';

/** Tables of the operator, the callers and the schema: they stay when the fictional country is removed. */
const KEPT = [
  'accounts',
  'api_keys',
  'plans',
  'ledger',
  'account_months',
  'key_months',
  'usage_days',
  'portal_links',
  'portal_sessions',
  'dataset_loads',
  'dataset_rejects',
  'sql_functions',
];

const worlds = statement({
  name: 'loaded-worlds',
  row: { fictional: 'bool', real: 'bool' },
  build: () => sql`
    select coalesce(bool_or(starts_with(uri, ${FICTION})), false) as fictional,
           coalesce(bool_or(not starts_with(uri, ${FICTION})), false) as real
      from dataset_loads where status = 'published'`,
});

/** Whether fictional and whether real loads are published. */
export async function loadedWorlds(db: Queryable): Promise<{ fictional: boolean; real: boolean }> {
  return worlds.one(db);
}

const tablesOfData = statement({
  name: 'tables-of-data',
  row: { name: 'text' },
  build: () => sql`
    select quote_ident(c.relname) as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all (${KEPT}) and c.relname not like 'kysely%'`,
});

const forgetFiction = statement({
  name: 'forget-fiction',
  build: () => sql`delete from dataset_loads where starts_with(uri, ${FICTION})`,
});

/**
 * Empties every table of data and deletes the fictional loads. Accounts, keys and their usage stay. Runs inside the
 * transaction that publishes the first real load.
 */
export async function leaveFiction(client: DbClient): Promise<void> {
  const rows = await tablesOfData.rows(client);
  await command(client, `truncate ${rows.map((row) => `public.${row.name}`).join(', ')}`);
  await forgetFiction.run(client);
}
