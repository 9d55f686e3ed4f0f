import type { DbClient, Queryable } from '@domesday/db';

/** What begins the address of a load of the fictional country. */
export const FICTION = 'fictional:';

/** What belongs to the operator and his callers, and to the schema: it stays when the country is left. */
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

/** Whether loads of the fictional country, and whether real ones, are published. */
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
 * Empties every table of data and forgets the loads of the fictional country. Accounts, keys and what they used stay.
 * Inside the transaction that publishes the first real load.
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
