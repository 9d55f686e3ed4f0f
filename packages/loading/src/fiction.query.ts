import type { DbClient, Queryable } from '@domesday/db';

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

/** Whether fictional and whether real loads are published. */
export async function loadedWorlds(db: Queryable): Promise<{ fictional: boolean; real: boolean }> {
  const { rows } = await db.query<{ fictional: boolean; real: boolean }>(
    `select coalesce(bool_or(starts_with(uri, $1)), false) as fictional,
            coalesce(bool_or(not starts_with(uri, $1)), false) as real
     from dataset_loads where status = 'published'`,
    [FICTION],
  );
  return rows[0]!;
}

/**
 * Empties every table of data and deletes the fictional loads. Accounts, keys and their usage stay. Runs inside the
 * transaction that publishes the first real load.
 */
export async function leaveFiction(client: DbClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1) and c.relname not like 'kysely%'`,
    [KEPT],
  );
  await client.query(`truncate ${rows.map((row) => `public.${row.name}`).join(', ')}`);
  await client.query('delete from public.dataset_loads where starts_with(uri, $1)', [FICTION]);
}
