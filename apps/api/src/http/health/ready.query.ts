import { query, sql, statement } from '@domesday/db';

/** Names of the migrations applied to the database; the table is small and read whole. */
export const appliedMigrations = statement({
  name: 'applied-migrations',
  row: { name: 'varchar' },
  build: () => query.selectFrom('kysely_migration').select('name').orderBy('name'),
});

/** Names of the wanted extensions that the database lacks, as after a restore of its schemas alone. */
export const lackingExtensions = statement({
  name: 'lacking-extensions',
  parameters: { wanted: '_text' },
  row: { name: 'text' },
  build: ({ wanted }) => sql`
    select name from unnest(${wanted}::text[]) name where name not in (select extname from pg_extension) order by name`,
});

/**
 * Whether the database refuses writes (it is a standby, set read-only, or a demoted primary), and whether this user may
 * not write to the ledger or not call the functions of charges, which an upgrade may have created without that right.
 * `forbidden` is false while there is neither.
 */
export const refusesWrites = statement({
  name: 'refuses-writes',
  row: { read_only: 'bool', forbidden: 'bool' },
  build: () => sql`
    select current_setting('transaction_read_only')::bool as read_only,
           coalesce(not has_table_privilege(to_regclass('public.ledger'), 'insert'), false)
           or exists (select from pg_proc
                      where pronamespace = 'public'::regnamespace and not has_function_privilege(oid, 'execute')
                        and proname in ('settle_batch', 'cancel_charges', 'take_back_answered')) as forbidden`,
});
